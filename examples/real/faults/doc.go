// Package faults judges runs.
package faults
