package sample

import "math/bits"

// numbers wrap in their widths; division truncates towards zero.
func numbers(r *report) {
	for _, x := range []uint64{0, 1, 7, 0xfedcba9876543210, 1 << 63, 1<<64 - 1} {
		r.unsigned("add", x+0x9e3779b97f4a7c15)
		r.unsigned("sub", x-12345)
		r.unsigned("mul", x*0xbf58476d1ce4e5b9)
		r.unsigned("not", ^x)
		r.unsigned("neg", -x)
		r.unsigned("low", x&-x)
		r.unsigned("div", x/10)
		r.unsigned("rem", x%10)
		narrow(r, x)
		signed(r, int64(x>>33))
		signed(r, -int64(x>>33))
		r.number("as signed", int64(x))
		r.number("bits", int64(bits.OnesCount64(x)*100+bits.TrailingZeros64(x)))
		r.number("bits 32", int64(bits.OnesCount32(uint32(x))*100+bits.TrailingZeros32(uint32(x))))
		r.number("bits 16", int64(bits.OnesCount16(uint16(x))*100+bits.TrailingZeros16(uint16(x))))
		r.number("length", int64(bits.Len64(x)))
		r.unsigned("rotated", bits.RotateLeft64(x, 5)^bits.RotateLeft64(x, -9)^bits.RotateLeft64(x, 0))
	}
}

func narrow(r *report, x uint64) {
	a, b, c := uint32(x), uint16(x>>3), uint8(x>>5)
	r.unsigned("u32", uint64(a*3+a<<5-7))
	r.unsigned("u16", uint64(b*b+^b-c16(c)))
	r.unsigned("u8", uint64(c+200-c*7))
	r.unsigned("u8 negated", uint64(-c|^c))
	c++
	c <<= 3
	b -= 9
	a &^= 0xff0
	a ^= uint32(b)
	r.unsigned("updated", uint64(a)+uint64(b)+uint64(c))
	r.number("i32", int64(int32(a)))
	r.number("i16", int64(int16(b)))
	r.number("i8", int64(int8(c)))
	r.unsigned("widened", uint64(int8(c)))
	r.unsigned("u32 of signed", uint64(uint32(int16(b))))
}

func c16(c uint8) uint16 { return uint16(c) << 8 }

func signed(r *report, x int64) {
	r.number("quotient", x/7)
	r.number("remainder", x%7)
	r.number("by negative", x/-3+x%-3)
	r.number("arithmetic shift", x>>3)
	r.number("bitwise", x&0xff|x&^3^5)
	r.number("least", min(x, 3, -2))
	r.number("greatest", int64(max(int32(x>>8), 17)))
	h := int32(x % 1000)
	h += 5
	h *= -3
	r.number("updated", int64(h))
	r.number("halves", int64(h/2))
}

// shifts shifts by up to more than the width.
func shifts(r *report) {
	for _, n := range []uint{0, 1, 7, 8, 31, 32, 63, 64, 65, 200} {
		r.unsigned("left 64", uint64(0xfedcba9876543211)<<n)
		r.unsigned("right 64", uint64(0xfedcba9876543211)>>n)
		r.unsigned("left 32", uint64(uint32(0x80000001)<<n))
		r.unsigned("right 32", uint64(uint32(0x80000001)>>n))
		r.unsigned("left 8", uint64(uint8(0x81)<<n))
		r.number("right signed", int64(-5)>>n)
		r.number("right i8", int64(int8(-100)>>n))
		r.number("left signed", int64(-5)<<n)
		r.unsigned("mask", uint64(1)<<n-1)
		r.unsigned("bounded", uint64(3)<<(n&63))
		x := uint64(n) << 40
		x >>= n
		x <<= n & 7
		r.unsigned("updated", x)
	}
}

func floats(r *report) {
	for _, x := range []float64{0, .5, 1.25, -7.75, 1e6, 123456.789} {
		r.number("truncated", int64(x))
		r.number("scaled", int64(x*1000/3))
		r.truth("less", x < 1.25)
		y := x
		y += 2
		y /= 4
		r.number("updated", int64(y*1e6))
	}
	n := 7
	r.number("ratio", int64(float64(n)/2*10))
}
