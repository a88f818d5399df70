package mlflow

import "evolab/experiments/run"

// Data is what is known of a run, by the names that it has in MLflow.
type Data struct {
	Params  map[string]string  `json:"params"`  // the config
	Metrics map[string]float64 `json:"metrics"` // the last of each key
	Tags    map[string]string  `json:"tags"`
}

// DataOf is the data of a run whose config can be read.
func DataOf(r *run.Run) (Data, error) {
	d := Data{map[string]string{}, map[string]float64{}, map[string]string{}}
	for _, p := range params(r) {
		d.Params[p.Key] = p.Value
	}
	for _, t := range tags(r) {
		if t.Value != "" {
			d.Tags[t.Key] = t.Value
		}
	}
	list, err := metrics(r)
	for _, m := range list {
		d.Metrics[m.Key] = m.Value
	}
	return d, err
}

// Metric is a value of a metric.
type Metric = metric

// History is all values of the metrics of a run, by generation.
func History(r *run.Run) ([]Metric, error) { return metrics(r) }
