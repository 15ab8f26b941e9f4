import { ConfigMap } from 'fluxspan';
import type { DiagnosticCode } from '../../src/diagnostics/index.js';
import { ruleFixtures } from '../rules/fixtures.js';
import type { Twin } from './twin.js';
import { account, replicas } from './twin-programs.js';

export interface CodedTwin extends Twin {
  readonly code: DiagnosticCode;
}

export const chartWithSchema = { name: 'chart-value', valuesSchema: replicas() };

/** Read by the inner Kustomization of `var-key`. */
export const innerFolder = {
  'k8s/inner/config-map.yaml': JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'inner', namespace: 'default' },
    data: { a: '${FIRST}' },
  }),
};

/** By the name of its addon. Those of rules are in their fixtures. */
export const twins: Readonly<Record<string, CodedTwin>> = {
  ...Object.fromEntries(
    ruleFixtures.flatMap(({ code, live }) =>
      typeof live === 'object' && 'twins' in live
        ? Object.entries(live.twins).map(([name, twin]) => [name, { code, ...twin }] as const)
        : [],
    ),
  ),
  // Nothing says anything of these: what synth writes keeps them right.
  kept: {
    code: 'FX603',
    make: () => ({
      infra: { vars: { TF_ACCOUNT: account } },
      build: (scope, { vars }) => {
        const script = `echo \${HOME} $$ \${list[@]} ${vars['TF_ACCOUNT']}`;
        const price = `$${vars['TF_ACCOUNT']}`;
        new ConfigMap(scope, 'a', { data: { account: vars['TF_ACCOUNT']!, price, script } });
        new ConfigMap(scope, 'b', { name: 'foreign', data: { script: 'echo ${HOME} $$ ${{ github.sha }}' } });
      },
    }),
  },
};

/**
 * Whose failure the cases of other files show: rules-over-time.test.ts where it is one of order, or of the cluster's
 * settings; controller-refusals.test.ts where a controller refuses what the API server takes; accounts.test.ts where Flux acts
 * as a service account.
 */
export const shownIn = (file: 'over-time' | 'refusals' | 'accounts'): readonly DiagnosticCode[] =>
  ruleFixtures.flatMap(({ code, live }) => (live === file ? [code] : []));

/** Codes of the rules of which neither Flux nor the API server says or shows anything here, with the reason. */
export const untold: Readonly<Record<string, string>> = Object.fromEntries(
  ruleFixtures.flatMap(({ code, live }) =>
    typeof live === 'object' && 'none' in live ? [[code, live.none] as const] : [],
  ),
);
