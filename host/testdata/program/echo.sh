#!/bin/sh
cat input.txt > output.txt
