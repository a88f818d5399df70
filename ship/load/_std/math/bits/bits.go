package bits

func OnesCount(x uint) int
func OnesCount8(x uint8) int
func OnesCount16(x uint16) int
func OnesCount32(x uint32) int
func OnesCount64(x uint64) int
func TrailingZeros(x uint) int
func TrailingZeros8(x uint8) int
func TrailingZeros16(x uint16) int
func TrailingZeros32(x uint32) int
func TrailingZeros64(x uint64) int
func Len64(x uint64) int

// RotateLeft64 moves the bits to the left, and those that leave back in.
func RotateLeft64(x uint64, k int) uint64 {
	n := uint(k) & 63
	return x<<n | x>>(-n&63)
}

func Len(x uint) int     { return Len64(uint64(x)) }
func Len32(x uint32) int { return Len64(uint64(x)) }
func Len16(x uint16) int { return Len64(uint64(x)) }
func Len8(x uint8) int   { return Len64(uint64(x)) }

func LeadingZeros64(x uint64) int { return 64 - Len64(x) }
func LeadingZeros32(x uint32) int { return 32 - Len64(uint64(x)) }
