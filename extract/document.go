package extract

// array reads the list at the place. Elements that are no observations count
// as bad only in a list that has at least one.
func (d *document) array(p *parser, depth int) {
	others := 0
	p.each(']', func() {
		if p.text[p.at] != '{' || depth >= maxDepth {
			p.skip(depth)
			others++
			return
		}
		start := p.at
		var o item
		p.fields(func(key string) {
			if !p.field(&o, key, depth+2) {
				p.skip(depth + 2)
			}
		})
		switch {
		case p.damage != "": // a broken item says nothing
		case o.any:
			d.add(start, &o)
		default:
			others++
		}
	})
	if d.list = d.list || others == 0 || len(d.Observations)+d.BadCount > 0; d.list {
		for range others {
			d.bad(Bad{Offset: d.start, Reason: "an element of the list is no observation"})
		}
	}
}

// object reads the object at the place: one with a list of observations under
// a known name, one around such an object, or an observation by itself.
func (d *document) object(p *parser, depth int) {
	start := p.at
	var o item
	p.fields(func(key string) {
		c := p.text[p.at]
		switch {
		case c == '[' && (key == "claims" || key == "observations" || key == "findings" || key == "results"):
			d.list, d.wrapped = true, true
			d.array(p, depth+1)
		case p.field(&o, key, depth+1):
		case c == '{' && depth < 4 && !o.any:
			d.object(p, depth+1)
		default:
			p.skip(depth + 1)
		}
	})
	if o.any && p.damage == "" && !d.list {
		d.alone = true
		d.add(start, &o)
	}
}

// add takes an item up.
func (d *document) add(offset int, o *item) {
	if reason := o.finish(); reason != "" {
		d.bad(Bad{Offset: offset, Reason: reason})
		return
	}
	if o.unread {
		d.Unread++
	}
	if len(d.Observations) == maxObservations {
		d.Beyond++
		return
	}
	d.Observations = append(d.Observations, o.Observation)
}

func (d *document) bad(b Bad) {
	d.BadCount++
	if len(d.Bad) < maxBad {
		d.Bad = append(d.Bad, b)
	}
}

// take adds what another document has: the next line, or what was still
// readable after a damage.
func (d *document) take(o *document) {
	for _, b := range o.Bad {
		d.bad(b)
	}
	d.BadCount += o.BadCount - len(o.Bad)
	d.Unread += o.Unread
	d.Beyond += o.Beyond
	room := min(maxObservations-len(d.Observations), len(o.Observations))
	d.Observations = append(d.Observations, o.Observations[:room]...)
	d.Beyond += len(o.Observations) - room
	if o.Partial != "" {
		d.Partial = o.Partial
	}
}
