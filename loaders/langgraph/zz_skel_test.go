package langgraph

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cptui/loaders"
)

func TestSkel(t *testing.T) {
	ctx := context.Background()
	dirs, _ := filepath.Glob("/work/shared/cases/langgraph*/*/oracle.json")
	bad := 0
	for _, o := range dirs {
		var oracle struct {
			Checkpoints []struct {
				Thread string  `json:"thread_id"`
				NS     string  `json:"checkpoint_ns"`
				ID     string  `json:"checkpoint_id"`
				Parent *string `json:"parent_checkpoint_id"`
				Step   any
				Source any
			}
			Heads map[string]map[string]string
		}
		b, _ := os.ReadFile(o)
		if err := json.Unmarshal(b, &oracle); err != nil {
			t.Fatal(o, err)
		}
		path := filepath.Join(filepath.Dir(o), "sessions.db")
		if _, err := os.Stat(path); err != nil {
			continue
		}
		s, err := loaders.Open(ctx, path, loaders.Options{})
		if err != nil {
			t.Errorf("%s: %v", o, err)
			continue
		}
		threads, err := s.Threads(ctx, "", 0)
		if err != nil {
			t.Errorf("%s: %v", o, err)
			continue
		}
		n := 0
		for _, h := range threads {
			hist, err := s.Thread(ctx, h.ID)
			if err != nil {
				t.Errorf("%s: %v", o, err)
				continue
			}
			n += hist.Len()
			for _, c := range oracle.Checkpoints {
				if c.Thread != h.ID {
					continue
				}
				i, ok := hist.FindIn(c.ID, c.NS)
				if !ok {
					t.Errorf("%s: no %s", o, c.ID)
					continue
				}
				step, known := hist.Step(i)
				if f, ok := c.Step.(float64); known && ok && int(f) != step {
					t.Logf("%s: step %d, want %v %v", o, step, c.Step, c.Source)
					bad++
				}
				if c.Parent != nil && *c.Parent != hist.ParentID(i) {
					t.Errorf("parent")
				}
			}
			for _, p := range hist.Problems {
				t.Logf("%s: %s %s", filepath.Base(filepath.Dir(o)), p.Code, p.Message)
			}
			for _, k := range hist.Kids {
				if k.Parent < 0 || k.Node == "" || k.TaskID == "" {
					t.Logf("%s kid %+v", filepath.Base(filepath.Dir(o)), k)
				}
			}
			for ns, id := range oracle.Heads[h.ID] {
				if i := hist.Head(ns); i < 0 || hist.ID(i) != id {
					t.Errorf("%s head %s", o, id)
				}
			}
		}
		if n != len(oracle.Checkpoints) {
			t.Errorf("%s: %d rows, want %d", o, n, len(oracle.Checkpoints))
		}
		s.Close()
	}
	t.Log("bad steps", bad)
}

func TestSize(t *testing.T) {
	for _, path := range []string{"/tmp/growth.sqlite", "/tmp/million.sqlite"} {
		ctx := context.Background()
		t0 := time.Now()
		lap := func(what string) { fmt.Println(path, what, time.Since(t0)); t0 = time.Now() }
		s, err := loaders.Open(ctx, path, loaders.Options{})
		if err != nil {
			t.Fatal(err)
		}
		lap("open")
		id, _, _ := s.Newest(ctx)
		lap("newest " + id)
		th, _ := s.Threads(ctx, "", 0)
		lap(fmt.Sprint("threads ", len(th)))
		h, err := s.Thread(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		lap(fmt.Sprint("thread ", h.Len(), len(h.Kids)))
		hits, err := s.FindID(ctx, h.ID(5))
		lap(fmt.Sprint("find ", hits, err))
		st, _ := os.ReadFile("/proc/self/status")
		fmt.Println(string(st[strings.Index(string(st), "VmHWM"):][:30]))
		hits, err = s.FindID(ctx, h.ID(5)[20:])
		lap(fmt.Sprint("find ", hits, err))
		c, _ := s.(*Source).Counts(ctx)
		lap(fmt.Sprint("counts ", c[0]))
		s.Poll(ctx)
		lap("poll0")
		ch, err := s.Poll(ctx)
		lap(fmt.Sprint("poll ", ch, err))
		fmt.Println(s.Stats())
		s.Close()
	}
}
