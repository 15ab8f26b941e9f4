import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { parseAllDocuments } from 'yaml';
import { root } from '../../support/root.js';
import { certManager, sealedSecrets } from './certificates.js';
import { artifacts, images, notification, operator, terraform } from './flux.js';
import { externalSecrets, gateway, karpenter } from './platform.js';
import { keda, prometheus } from './workloads.js';

/** By the name of the file in `test/fixtures/upstream/`: what makes its objects with the classes. */
const programs: Readonly<Record<string, (scope: Construct) => void>> = {
  artifacts,
  'cert-manager': certManager,
  'external-secrets': externalSecrets,
  gateway,
  images,
  karpenter,
  keda,
  notification,
  operator,
  prometheus,
  'sealed-secrets': sealedSecrets,
  terraform,
};

export interface UpstreamExample {
  readonly name: string;
  /** As the upstream project shows them, written again. */
  readonly expected: readonly unknown[];
  /** As the classes make them. */
  readonly made: readonly unknown[];
}

export const upstreamExamples: readonly UpstreamExample[] = Object.entries(programs).map(([name, program]) => {
  const chart = new Chart(new App(), name);
  program(chart);
  const text = readFileSync(join(root, 'test/fixtures/upstream', `${name}.yaml`), 'utf8');
  const expected = parseAllDocuments(text).map((document) => document.toJS() as unknown);
  return { name, expected, made: chart.toJson() as readonly unknown[] };
});
