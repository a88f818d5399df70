package ir

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
	OpPrefetch
	OpAddLanes
	// The operations from here on need the network runtime.
	OpConnect
	OpSend
	OpReceive
	OpClose
	OpNow
	OpPause
	OpPassword
)

// ops holds, by operation, its name and the functions of C++, of Python and of
// Java, or of their runtimes, that do it; "" is code that the writers of a language
// have for it. The name of a function without a body is its full Go name.
var ops = [...]struct{ name, cpp, python, java string }{
	NoOp:              {"none", "", "", ""},
	OpLen:             {"len", "", "", ""},
	OpCap:             {"cap", "", "", ""},
	OpMin:             {"min", "", "min", ""},
	OpMax:             {"max", "", "max", ""},
	OpAppend:          {"append", "", "", ""},
	OpAppendAll:       {"append all", "", "", ""},
	OpCopy:            {"copy", "", "", ""},
	OpMake:            {"make", "", "", ""},
	OpJoin:            {"join", "", "", ""},
	OpJoinError:       {"join to error", "", "", ""},
	OpErrorText:       {"text of error", "textOf", "str", "messageOf"},
	OpDecimal:         {"decimal", "decimal", "str", ""},
	OpHex8:            {"8 hex digits", "hexadecimal8", "hexadecimal8", "hexadecimal8"},
	OpByteText:        {"text of byte", "byteText", "chr", "byteText"},
	OpBytesText:       {"text of bytes", "textOf", "text_of", "textOf"},
	OpQuoted:          {"quoted", "quoted", "quoted", "quoted"},
	OpQuotedByte:      {"quoted byte", "quotedByte", "quoted_byte", "quotedByte"},
	OpOnesCount:       {"math/bits.OnesCount", "popcount64", "popcount", "Long.bitCount"},
	OpOnesCount8:      {"math/bits.OnesCount8", "popcount32", "popcount", "Integer.bitCount"},
	OpOnesCount16:     {"math/bits.OnesCount16", "popcount32", "popcount", "Integer.bitCount"},
	OpOnesCount32:     {"math/bits.OnesCount32", "popcount32", "popcount", "Integer.bitCount"},
	OpOnesCount64:     {"math/bits.OnesCount64", "popcount64", "popcount", "Long.bitCount"},
	OpTrailingZeros:   {"math/bits.TrailingZeros", "ctz64", "ctz64", "Long.numberOfTrailingZeros"},
	OpTrailingZeros8:  {"math/bits.TrailingZeros8", "ctz8", "ctz8", "ctz8"},
	OpTrailingZeros16: {"math/bits.TrailingZeros16", "ctz16", "ctz16", "ctz16"},
	OpTrailingZeros32: {"math/bits.TrailingZeros32", "ctz32", "ctz32", "Integer.numberOfTrailingZeros"},
	OpTrailingZeros64: {"math/bits.TrailingZeros64", "ctz64", "ctz64", "Long.numberOfTrailingZeros"},
	OpLen64:           {"math/bits.Len64", "bitLength", "int.bit_length", "bitLength"},
	OpPow:             {"math.Pow", "std::pow", "math.pow", "Math.pow"},
	OpSqrt:            {"math.Sqrt", "std::sqrt", "math.sqrt", "Math.sqrt"},
	OpExp:             {"math.Exp", "std::exp", "math.exp", "Math.exp"},
	OpLog:             {"math.Log", "std::log", "math.log", "Math.log"},
	OpFloor:           {"math.Floor", "std::floor", "floor", "Math.floor"},
	OpRound:           {"math.Round", "std::round", "round_half_away", "roundHalfAway"},
	OpAbs:             {"math.Abs", "std::fabs", "abs", "Math.abs"},
	OpSignbit:         {"math.Signbit", "std::signbit", "sign_bit", "signBit"},
	OpIsNaN:           {"math.IsNaN", "std::isnan", "math.isnan", "Double.isNaN"},
	OpIsInf:           {"math.IsInf", "isInfinite", "is_infinite", "isInfinite"},
	OpParseFloat:      {"strconv.ParseFloat", "parseFloat", "parse_float", "parseFloat"},
	OpNewError:        {"errors.New", "errorOf", "str", "errorOf"},
	OpProcessTime:     {"evolab/search/cputime.Process", "cpuTime", "cpu_time", "cpuTime"},
	OpThreadTime:      {"evolab/search/cputime.Thread", "cpuTime", "cpu_time", "cpuTime"},
	OpReadFile:        {"evolab/ship/player/system.Read", "readFile", "read_file", "readFile"},
	OpReplaceFile:     {"evolab/ship/player/system.Replace", "replaceFile", "replace_file", "replaceFile"},
	OpWarn:            {"evolab/ship/player/system.Warn", "warn", "warn", "warn"},
	OpArgument:        {"evolab/ship/player/system.Argument", "argument", "argument", "argument"},
	OpInput:           {"evolab/ship/player/system.Input", "readInput", "read_input", "readInput"},
	OpPrint:           {"evolab/ship/player/system.Print", "printOut", "print_out", "printOut"},
	OpPrefetch:        {"evolab/search/prefetch.Element", "prefetch", "", ""}, // only where constants are native
	OpAddLanes:        {"evolab/features/net.addLanes", "addLanes", "", ""},   // likewise
	OpConnect:         {"evolab/ship/player/network.Connect", "openLine", "open_line", "openLine"},
	OpSend:            {"evolab/ship/player/network.Send", "sendText", "send_text", "sendText"},
	OpReceive:         {"evolab/ship/player/network.Receive", "receiveBytes", "receive_bytes", "receiveBytes"},
	OpClose:           {"evolab/ship/player/network.Close", "closeLine", "close_line", "closeLine"},
	OpNow:             {"evolab/ship/player/network.Now", "realTime", "time.monotonic_ns", "realTime"},
	OpPause:           {"evolab/ship/player/network.Pause", "pauseFor", "pause_for", "pauseFor"},
	OpPassword:        {"evolab/ship/player/network.Password", "askPassword", "ask_password", "askPassword"},
}

// String returns the name of an operation.
func (op Op) String() string { return ops[op].name }

// CPP returns the C++ function that does an operation.
func (op Op) CPP() string { return ops[op].cpp }

// Python returns the Python function that does an operation.
func (op Op) Python() string { return ops[op].python }

// Java returns the method of Java that does an operation.
func (op Op) Java() string { return ops[op].java }

// Ops returns all operations.
func Ops() []Op {
	var list []Op
	for op := OpLen; int(op) < len(ops); op++ {
		list = append(list, op)
	}
	return list
}

// FunctionOp returns the operation of a function without a body by its full Go
// name, or NoOp if there is none.
func FunctionOp(name string) Op {
	for op := OpOnesCount; int(op) < len(ops); op++ {
		if ops[op].name == name {
			return op
		}
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
