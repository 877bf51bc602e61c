package pickle

import (
	"fmt"
	"strconv"
	"time"

	"cptui/graph/value"
)

// moment shows a date, time or datetime, which are pickled as the bytes that they are kept in. A time zone whose offset is not
// known here is shown beside the local time.
func (s *shower) moment(n *node, name string, depth int) (value.Value, bool) {
	args := n.call.args
	raw, ok := s.bytesOf(args.arg(0))
	b := []byte(raw)
	var text string
	var local time.Time
	fold := false
	switch {
	case !ok:
		return value.Value{}, false
	case name == "datetime.date" && len(b) == 4:
		text = fmt.Sprintf("%04d-%02d-%02d", int(b[0])<<8|int(b[1]), b[2], b[3])
	case name == "datetime.time" && len(b) == 6:
		fold, b[0] = b[0]&0x80 != 0, b[0]&0x7f
		text = clock(b)
	case name == "datetime.datetime" && len(b) == 10:
		fold, b[2] = b[2]&0x80 != 0, b[2]&0x7f
		year := int(b[0])<<8 | int(b[1])
		local = time.Date(year, time.Month(b[2]), int(b[3]), int(b[4]), int(b[5]), int(b[6]), 0, time.UTC)
		text = fmt.Sprintf("%04d-%02d-%02dT", year, b[2], b[3]) + clock(b[4:])
	default:
		return value.Value{}, false
	}
	zone := args.arg(1)
	if zone == nil {
		return value.NewObject(name, []value.Entry{named("$value", value.NewString(text))}), true
	}
	if off, ok := s.offset(zone, local, fold); ok {
		return value.NewObject(name, []value.Entry{named("$value", value.NewString(text+off))}), true
	}
	return value.NewObject(name, []value.Entry{named("$value", value.NewString(text)), named("tzinfo", s.child(n, zone, depth))}), true
}

// clock writes hour, minute, second and three bytes of microseconds as isoformat does.
func clock(b []byte) string {
	text := fmt.Sprintf("%02d:%02d:%02d", b[0], b[1], b[2])
	if us := int(b[3])<<16 | int(b[4])<<8 | int(b[5]); us != 0 {
		text += fmt.Sprintf(".%06d", us)
	}
	return text
}

// offset is how far a zone is from UTC at a local time (the zero time where there is no date), as ±HH:MM.
func (s *shower) offset(zone *node, local time.Time, fold bool) (string, bool) {
	if zone.kind != call || zone.call.args.kind != tuple {
		return "", false
	}
	args := zone.call.args
	switch zone.call.fn.name() {
	case "datetime.timezone":
		if delta := args.arg(0); delta != nil && delta.kind == call {
			v, _ := s.show(delta, 0)
			return value.ZoneOffset(v)
		}
	case "pytz._UTC", "dateutil.tz.tz.tzutc", "pytz.UTC":
		return "+00:00", true
	case "pytz._p":
		if off := args.arg(1); off != nil && off.kind == integer {
			if sec, err := strconv.Atoi(off.text); err == nil {
				return isoOffset(sec)
			}
		}
	case "zoneinfo.ZoneInfo._unpickle":
		key := args.arg(0)
		if key.isText() && value.IsUTC(key.text) {
			return "+00:00", true
		}
		if !key.isText() || local.IsZero() || key.text == "" || key.text == "Local" {
			return "", false
		}
		loc, err := time.LoadLocation(key.text)
		if err != nil {
			return "", false
		}
		return isoOffset(offsetAt(loc, local, fold))
	}
	return "", false
}

// isoOffset writes seconds east of UTC.
func isoOffset(sec int) (string, bool) {
	if sec < -86400 || sec > 86400 {
		return "", false
	}
	delta := value.NewObject("datetime.timedelta", []value.Entry{named("$value", value.NewFloat(float64(sec)))})
	return value.ZoneOffset(delta)
}

// offsetAt is the offset of a local time as Python has it (PEP 495): of two that fit, and in the gap where none does, fold picks the later.
func offsetAt(loc *time.Location, local time.Time, fold bool) int {
	at := func(t time.Time) int { _, off := t.In(loc).Zone(); return off }
	before, after := at(local.Add(-24*time.Hour)), at(local.Add(24*time.Hour))
	fits := func(off int) bool { return at(local.Add(-time.Duration(off)*time.Second)) == off }
	if fits(before) == fits(after) { // both (the clock was set back), or none (set forward)
		if fold {
			return after
		}
		return before
	}
	if fits(before) {
		return before
	}
	return after
}
