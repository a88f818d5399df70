package prefetch

// Works is whether there is such an instruction: where not, what to ask for need not
// be worked out.
const Works = false //ship:native true
