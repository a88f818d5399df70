// Package mlflow sends runs to an MLflow server by its REST API, while they are at
// work or afterwards.
//
// Everything comes from the run's folder, and where sending stopped is what the
// server has: the run with the identity of the lab's run, and the last step of each
// of its metrics. So it does not matter who sends, how often, and what was cut off.
//
// Read send.go (what is done in which order), content.go and names.go (what is sent),
// find.go, artifacts.go, client.go, and then follow.go (runs at work).
//
// No API: it may change in any release.
package mlflow
