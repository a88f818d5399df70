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

// Reverse32 is the bits in the opposite order.
func Reverse32(x uint32) uint32 {
	x = x>>1&0x55555555 | x&0x55555555<<1
	x = x>>2&0x33333333 | x&0x33333333<<2
	x = x>>4&0x0f0f0f0f | x&0x0f0f0f0f<<4
	x = x>>8&0x00ff00ff | x&0x00ff00ff<<8
	return x>>16 | x<<16
}

func LeadingZeros64(x uint64) int { return 64 - Len64(x) }
func LeadingZeros32(x uint32) int { return 32 - Len64(uint64(x)) }
