package loaders

import "fmt"

// Key opens encrypted rows. It never says what it is: not in logs, errors, JSON, nor with any verb of fmt.
type Key struct {
	bytes []byte
	// Why says why the bytes are no key (their number), "" where they may be one.
	Why string
	// From names where it was found, for messages: "LANGGRAPH_AES_KEY", "--key-file".
	From string
}

// NewKey takes the bytes of a key, found at from. An AES key has 16, 24 or 32.
func NewKey(b []byte, from string) *Key {
	k := &Key{bytes: b, From: from}
	if n := len(b); n != 16 && n != 24 && n != 32 {
		k.Why = fmt.Sprintf("an AES key has 16, 24 or 32 bytes, and that of %s has %d", from, n)
	}
	return k
}

// Bytes are the key's own; nil where they are none.
func (k *Key) Bytes() []byte {
	if k == nil || k.Why != "" {
		return nil
	}
	return k.bytes
}

func (k Key) String() string               { return "key of " + k.From }
func (k Key) GoString() string             { return k.String() }
func (k Key) Format(f fmt.State, _ rune)   { fmt.Fprint(f, k.String()) }
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }
