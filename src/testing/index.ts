export { type SynthesizedCluster, synthCluster } from './synth-cluster.js';
