package plots

// curveID is a curve in all panels: its name, and how many curves before it in the
// same panel have that name.
type curveID struct {
	name   string
	before int
}

// ids are those of the curves of a panel.
func (data OverlayData) ids() []curveID {
	var list []curveID
	count := map[string]int{}
	for _, c := range data.Curves {
		list = append(list, curveID{c.Name, count[c.Name]})
		count[c.Name]++
	}
	return list
}

// byEnd lists the curves of all panels, those with the highest mean end first.
func byEnd(games []OverlayData) []curveID {
	var all []curveID
	sum, panels := map[curveID]float64{}, map[curveID]float64{}
	for _, data := range games {
		for i, id := range data.ids() {
			if panels[id] == 0 {
				all = append(all, id)
			}
			if e := data.Curves[i].Fitness; len(e) > 0 {
				sum[id] += e[len(e)-1].Value
			}
			panels[id]++
		}
	}
	var list []curveID
	for _, i := range descending(len(all), func(i int) float64 { return sum[all[i]] / panels[all[i]] }) {
		list = append(list, all[i])
	}
	return list
}

// places are the indices of the curves of a panel in an order of curves, absent where
// it has none.
func (data OverlayData) places(order []curveID) []int {
	at := map[curveID]int{}
	for i, id := range data.ids() {
		at[id] = i
	}
	var list []int
	for _, id := range order {
		k, known := at[id]
		if !known {
			k = absent
		}
		list = append(list, k)
	}
	return list
}
