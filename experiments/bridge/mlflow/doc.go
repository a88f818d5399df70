// Package mlflow sends runs to an MLflow server through its REST API, while
// they are running or afterwards.
//
// All data comes from the run's folder, and the server knows where sending
// stopped: it has the run with the identity of the lab's run, and the last
// step of each of its metrics. So it does not matter who sends, how often, or
// where an earlier attempt was cut off.
//
// Read send.go (what is done in which order), content.go and names.go (what
// is sent), find.go, artifacts.go, client.go, and then follow.go (running
// runs).
package mlflow
