//go:build unix

package loaders

import (
	"io/fs"
	"syscall"
)

// fileID names the file behind a path, whatever its name: device and inode.
func fileID(info fs.FileInfo) (dev, ino uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Dev), uint64(st.Ino)
	}
	return 0, 0
}
