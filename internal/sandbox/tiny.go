package sandbox

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
)

// tinyExit is the exit code of the tiny program.
const tinyExit = 42

// tinyProgram is a Linux executable of 132 bytes that exits with tinyExit.
func tinyProgram(architecture string) ([]byte, error) {
	var machine elf.Machine
	var code []byte
	switch architecture {
	case "amd64":
		machine, code = elf.EM_X86_64, []byte{
			0xbf, tinyExit, 0, 0, 0, // mov edi, 42
			0xb8, 60, 0, 0, 0, // mov eax, 60 (exit)
			0x0f, 0x05, // syscall
		}
	case "arm64":
		machine = elf.EM_AARCH64
		for _, instruction := range []uint32{
			0xd2800000 | tinyExit<<5, // mov x0, 42
			0xd2800000 | 93<<5 | 8,   // mov x8, 93 (exit)
			0xd4000001,               // svc 0
		} {
			code = binary.LittleEndian.AppendUint32(code, instruction)
		}
	default:
		return nil, fmt.Errorf("no sandbox for the architecture %q", architecture)
	}
	const (
		at      = 0x400000 // where it is loaded
		headers = 64 + 56
	)
	size := uint64(headers + len(code))
	header := elf.Header64{
		Type: uint16(elf.ET_EXEC), Machine: uint16(machine), Version: uint32(elf.EV_CURRENT),
		Entry: at + headers, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: 1,
	}
	copy(header.Ident[:], elf.ELFMAG)
	header.Ident[elf.EI_CLASS] = byte(elf.ELFCLASS64)
	header.Ident[elf.EI_DATA] = byte(elf.ELFDATA2LSB)
	header.Ident[elf.EI_VERSION] = byte(elf.EV_CURRENT)
	segment := elf.Prog64{
		Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_R | elf.PF_X),
		Vaddr: at, Paddr: at, Filesz: size, Memsz: size, Align: 0x1000,
	}
	var out bytes.Buffer
	for _, part := range []any{header, segment, code} {
		if err := binary.Write(&out, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}
