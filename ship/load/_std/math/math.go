package math

const (
	MaxInt32  = 1<<31 - 1
	MinInt32  = -1 << 31
	MaxInt64  = 1<<63 - 1
	MinInt64  = -1 << 63
	MaxUint8  = 1<<8 - 1
	MaxUint16 = 1<<16 - 1
	MaxUint32 = 1<<32 - 1
	MaxUint64 = 1<<64 - 1
	MaxInt    = 1<<63 - 1
)

func Pow(x, y float64) float64
func Sqrt(x float64) float64
func Exp(x float64) float64
func Log(x float64) float64
func Floor(x float64) float64
func Round(x float64) float64
func Abs(x float64) float64
func Signbit(x float64) bool
func IsInf(x float64, sign int) bool
func IsNaN(x float64) bool
