// Package shiptest is what the tests of the translator's stages share.
package shiptest
