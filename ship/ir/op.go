package ir

import "slices"

// Op is an operation that every target language provides: Go's builtins, the
// parts of formatted strings, and the functions without a body in Go.
type Op uint8

// Go's builtins.
const (
	NoOp        Op = iota
	OpLen          // of an array, a slice or a string
	OpCap          // of a slice
	OpMin          // of two numbers or more
	OpMax          // of two numbers or more
	OpAppend       // values to a slice
	OpAppendAll    // a slice, or the bytes of a string, to a slice
	OpCopy         // into a slice, from a slice
	OpMake         // a slice of zero values
)

// The parts of formatted strings.
const (
	OpJoin       = OpMake + 1 + iota // concatenates strings
	OpJoinError                      // concatenates strings to an error
	OpErrorText                      // the message of an error
	OpDecimal                        // an integer in decimal
	OpHex8                           // an integer as %08x writes it
	OpByteText                       // a byte as a string
	OpBytesText                      // a slice of bytes as a string
	OpQuoted                         // a string or a slice of bytes as %q writes it
	OpQuotedByte                     // a byte as %q writes it
)

// The functions without a body in Go.
const (
	OpOnesCount = OpQuotedByte + 1 + iota
	OpOnesCount8
	OpOnesCount16
	OpOnesCount32
	OpOnesCount64
	OpTrailingZeros
	OpTrailingZeros8
	OpTrailingZeros16
	OpTrailingZeros32
	OpTrailingZeros64
	OpLen64
	OpPow
	OpSqrt
	OpExp
	OpLog
	OpFloor
	OpRound
	OpAbs
	OpSignbit
	OpIsNaN
	OpIsInf
	OpParseFloat
	OpNewError
	// The operations from here on depend on the system or change it.
	OpProcessTime
	OpThreadTime
	OpReadFile
	OpReplaceFile
	OpWarn
	OpArgument
	OpInput
	OpPrint
	// The operations from here on need the network runtime.
	OpConnect
	OpSend
	OpReceive
	OpClose
	OpNow
	OpPause
	OpPassword
)

// names are the names of the operations; a function without a body has its full
// Go name.
var names = [...]string{
	NoOp: "none", OpLen: "len", OpCap: "cap", OpMin: "min", OpMax: "max", OpAppend: "append", OpAppendAll: "append all",
	OpCopy: "copy", OpMake: "make",
	OpJoin: "join", OpJoinError: "join to error", OpErrorText: "text of error", OpDecimal: "decimal", OpHex8: "8 hex digits",
	OpByteText: "text of byte", OpBytesText: "text of bytes", OpQuoted: "quoted", OpQuotedByte: "quoted byte",
	OpOnesCount: "math/bits.OnesCount", OpOnesCount8: "math/bits.OnesCount8", OpOnesCount16: "math/bits.OnesCount16",
	OpOnesCount32: "math/bits.OnesCount32", OpOnesCount64: "math/bits.OnesCount64",
	OpTrailingZeros: "math/bits.TrailingZeros", OpTrailingZeros8: "math/bits.TrailingZeros8",
	OpTrailingZeros16: "math/bits.TrailingZeros16", OpTrailingZeros32: "math/bits.TrailingZeros32",
	OpTrailingZeros64: "math/bits.TrailingZeros64", OpLen64: "math/bits.Len64",
	OpPow: "math.Pow", OpSqrt: "math.Sqrt", OpExp: "math.Exp", OpLog: "math.Log", OpFloor: "math.Floor",
	OpRound: "math.Round", OpAbs: "math.Abs", OpSignbit: "math.Signbit", OpIsNaN: "math.IsNaN", OpIsInf: "math.IsInf",
	OpParseFloat: "strconv.ParseFloat", OpNewError: "errors.New",
	OpProcessTime: "evolab/search/cputime.Process", OpThreadTime: "evolab/search/cputime.Thread",
	OpReadFile: "evolab/ship/player/system.Read", OpReplaceFile: "evolab/ship/player/system.Replace",
	OpWarn: "evolab/ship/player/system.Warn", OpArgument: "evolab/ship/player/system.Argument",
	OpInput: "evolab/ship/player/system.Input", OpPrint: "evolab/ship/player/system.Print",
	OpConnect: "evolab/ship/player/network.Connect", OpSend: "evolab/ship/player/network.Send",
	OpReceive: "evolab/ship/player/network.Receive", OpClose: "evolab/ship/player/network.Close",
	OpNow: "evolab/ship/player/network.Now", OpPause: "evolab/ship/player/network.Pause",
	OpPassword: "evolab/ship/player/network.Password",
}

// String returns the name of an operation.
func (op Op) String() string { return names[op] }

// Ops returns all operations.
func Ops() []Op {
	var list []Op
	for op := OpLen; int(op) < len(names); op++ {
		list = append(list, op)
	}
	return list
}

// FunctionOp returns the operation of a function without a body by its full Go
// name, or NoOp if there is none.
func FunctionOp(name string) Op {
	if op := Op(max(0, slices.Index(names[:], name))); op >= OpOnesCount {
		return op
	}
	return NoOp
}

// Pure reports whether an operation has no side effects and depends only on its
// operands.
func (op Op) Pure() bool { return op < OpProcessTime && op != OpCopy && !op.Appends() }

// Appends reports whether an operation appends to a slice.
func (op Op) Appends() bool { return op == OpAppend || op == OpAppendAll }

// CountsBits reports whether the result of an operation is a count of bits.
func (op Op) CountsBits() bool { return op >= OpOnesCount && op <= OpLen64 }

// Networked reports whether an operation needs a network.
func (op Op) Networked() bool { return op >= OpConnect }
