package langgraph

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"cptui/graph"
	"cptui/graph/value"
	"cptui/loaders"

	"github.com/ProtonMail/go-crypto/eax"
)

// LangGraph's EncryptedSerializer writes a cell of type T as type "T+aes": 16 bytes of nonce, 16 of tag, then the ciphertext, by AES in
// EAX mode. The tag tells whether the key is the right one, so that a wrong key never gives garbage.
const (
	cipherAES = "aes"
	nonceSize = 16
	tagSize   = 16
)

// seal is what a key can open, and what it could not.
type seal struct {
	key    *loaders.Key
	aead   cipher.AEAD // nil without a key that is one
	misfit misfits
}

func newSeal(k *loaders.Key) (*seal, error) {
	s := &seal{key: k}
	b := k.Bytes()
	if b == nil {
		return s, nil
	}
	block, err := aes.NewCipher(b)
	if err == nil {
		s.aead, err = eax.NewEAXWithNonceAndTagSize(block, nonceSize, tagSize)
	}
	return s, err
}

var errMisfit = errors.New("the key does not fit (or the bytes are damaged)")

// open decrypts a cell; an error says why not, without a word of the key.
func (s *seal) open(cipherName string, raw []byte) ([]byte, error) {
	switch {
	case cipherName != cipherAES:
		return nil, fmt.Errorf("the cipher %s is not known here", cipherName)
	case s.aead == nil && s.key != nil:
		return nil, errors.New(s.key.Why)
	case s.aead == nil:
		return nil, errors.New("no key is given (LANGGRAPH_AES_KEY, --key-env or --key-file)")
	case len(raw) < nonceSize+tagSize:
		return nil, fmt.Errorf("%d bytes are too few for a nonce and a tag", len(raw))
	}
	// The library wants the tag behind the ciphertext.
	joined := make([]byte, 0, len(raw)-nonceSize)
	joined = append(append(joined, raw[nonceSize+tagSize:]...), raw[nonceSize:nonceSize+tagSize]...)
	plain, err := s.aead.Open(nil, raw[:nonceSize], joined, nil)
	if err != nil {
		return nil, errMisfit
	}
	return plain, nil
}

// close encrypts a cell with a nonce of its own.
func (s *seal) close(plain []byte) ([]byte, error) {
	out := make([]byte, nonceSize+tagSize, nonceSize+tagSize+len(plain))
	if _, err := rand.Read(out[:nonceSize]); err != nil {
		return nil, err
	}
	joined := s.aead.Seal(nil, out[:nonceSize], plain, nil)
	copy(out[nonceSize:], joined[len(plain):])
	return append(out, joined[:len(plain)]...), nil
}

// Seal writes the bytes of a new cell as its type says: encrypted, where that names a cipher. A row next to encrypted ones is never
// written in plain.
func (s *Source) Seal(typ string, plain []byte) ([]byte, error) {
	_, name, encrypted := strings.Cut(typ, "+")
	switch {
	case !encrypted:
		return plain, nil
	case name != cipherAES || s.seal.aead == nil:
		return nil, fmt.Errorf("the row has to be encrypted (%s), and no key is given that could", name)
	}
	return s.seal.close(plain)
}

// sealed reads an encrypted cell: what is inside, or what is known from outside.
func (o *opened) sealed(base, cipherName string, raw []byte, what string) value.Value {
	plain, err := o.src.seal.open(cipherName, raw)
	if err == nil {
		return o.decode(base, true, plain, what)
	}
	list := []value.Entry{value.NamedEntry("cipher", value.NewString(cipherName)), value.NamedEntry("bytes", value.NewInt(int64(len(raw))))}
	if o.src.seal.key != nil {
		list = append(list, value.NamedEntry("error", value.NewString(err.Error())))
		o.src.seal.misfit.add(o.cp, err)
	}
	o.fault("encrypted", graph.Info, -1, fmt.Sprintf("%s is encrypted (%s, %d bytes of %s): %v", what, cipherName, len(raw), base, err))
	return value.NewObject("encrypted", list)
}
