import type { JsonObject } from '../../../src/json/json-value.js';
import { accessCases } from './access-cases.js';
import { cases, type TransitionCase } from './cases.js';
import { chartCases } from './chart-cases.js';
import { crdCases } from './crd-cases.js';
import { fieldCases } from './field-cases.js';
import { kubernetesCases } from './kubernetes-cases.js';
import { openingCases } from './opening-cases.js';
import { valueCases } from './value-cases.js';

/** A change of the first object of a list, and the diagnostics that it must have. */
export interface CheckedChange {
  readonly label: string;
  readonly says: readonly string[];
  readonly from: readonly JsonObject[];
  readonly to: readonly JsonObject[];
}

const all: readonly TransitionCase[] = [
  ...cases,
  ...accessCases,
  ...openingCases,
  ...crdCases,
  ...valueCases,
  ...fieldCases,
  ...kubernetesCases,
  ...chartCases,
];

/** The changes of all cases. */
export const allChanges: readonly CheckedChange[] = all.flatMap(({ label, of, bad, says, good = [], around = [] }) => {
  const make = (value: unknown): readonly JsonObject[] => [of(value as never), ...around];
  return [
    ...bad.map(([from, to]) => ({ label, says: [says], from: make(from), to: make(to) })),
    ...good.map(([from, to]) => ({ label, says: [], from: make(from), to: make(to) })),
  ];
});
