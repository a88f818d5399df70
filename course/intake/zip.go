package intake

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
)

// countEntries counts the entries that the directory of a zip lists, up to one more than
// most, and keeps none of them: archive/zip makes an object of each before anybody can
// count. Where it finds no directory, archive/zip says what is wrong.
func countEntries(file io.ReaderAt, size int64, most int) int {
	const endBytes, maxComment = 22, 1<<16 - 1
	tail := make([]byte, min(size, endBytes+maxComment))
	if _, err := file.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return 0
	}
	const mark = "PK\x05\x06"
	at := bytes.LastIndex(tail[:max(0, len(tail)-endBytes+len(mark))], []byte(mark))
	if at < 0 {
		return 0
	}
	end := size - int64(len(tail)-at)
	length, offset := int64(binary.LittleEndian.Uint32(tail[at+12:])), int64(binary.LittleEndian.Uint32(tail[at+16:]))
	if l, o, e, ok := largeDirectory(file, end); ok {
		length, offset, end = l, o, e
	}
	// Offsets may count from the file's beginning or from that of an archive within it.
	n := countHeaders(file, offset, size, most)
	if base := end - length - offset; base != 0 {
		n = max(n, countHeaders(file, base+offset, size, most))
	}
	return n
}

// largeDirectory is where a zip64 has its directory, and its end.
func largeDirectory(file io.ReaderAt, end int64) (length, offset, at int64, ok bool) {
	var locator [20]byte
	if _, err := file.ReadAt(locator[:], max(0, end-int64(len(locator)))); err != nil || string(locator[:4]) != "PK\x06\x07" {
		return 0, 0, 0, false
	}
	at = int64(binary.LittleEndian.Uint64(locator[8:]))
	var record [56]byte
	if at < 0 {
		return 0, 0, 0, false
	}
	if _, err := file.ReadAt(record[:], at); err != nil || string(record[:4]) != "PK\x06\x06" {
		return 0, 0, 0, false
	}
	return int64(binary.LittleEndian.Uint64(record[40:])), int64(binary.LittleEndian.Uint64(record[48:])), at, true
}

// countHeaders counts the headers of a directory that begins at an offset.
func countHeaders(file io.ReaderAt, from, size int64, most int) (n int) {
	if from < 0 || from >= size {
		return 0
	}
	r := bufio.NewReader(io.NewSectionReader(file, from, size-from))
	var header [46]byte
	for n <= most {
		if _, err := io.ReadFull(r, header[:]); err != nil || string(header[:4]) != "PK\x01\x02" {
			break
		}
		n++
		rest := 0
		for _, at := range []int{28, 30, 32} { // lengths of the name, of what is extra, and of the comment
			rest += int(binary.LittleEndian.Uint16(header[at:]))
		}
		if _, err := r.Discard(rest); err != nil {
			break
		}
	}
	return n
}
