import { configurationCases } from './configuration-cases.js';
import { networkCases } from './network-cases.js';
import { storageCases } from './storage-cases.js';
import { packageTransitionCases, transitionCases } from './transition-cases.js';
import type { UpdateCase } from './update-case.js';
import { workloadCases } from './workload-cases.js';

/** Updates which this package judges and the API server too. */
export const updateCases: readonly UpdateCase[] = [
  ...workloadCases,
  ...storageCases,
  ...networkCases,
  ...configurationCases,
  ...transitionCases,
  ...packageTransitionCases,
];
