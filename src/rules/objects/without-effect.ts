import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { valueAt } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, placeIn, specOf } from '../rule.js';

const policyTypes = defineDiagnostic({
  code: 'FX722',
  name: 'policy-types',
  severity: 'warning',
  summary: 'A NetworkPolicy has rules for a direction that its policyTypes leave out, so they do nothing.',
  page: {
    example: "policyTypes: ['Ingress'], egress: [{ to: […] }]",
    flux: 'nothing: all egress is allowed',
    right: "policyTypes: ['Ingress', 'Egress']",
  },
  exceptable: true,
});

const repeatedJob = defineDiagnostic({
  code: 'FX723',
  name: 'repeated-job',
  severity: 'warning',
  summary: 'Kubernetes deletes a Job some time after it finishes, and Flux creates it again, so it runs over and over.',
  page: {
    example: 'ttlSecondsAfterFinished: 300 in a Job',
    flux: 'nothing: the Job runs again with each reconciliation that finds it gone',
    right: 'remove ttlSecondsAfterFinished from the Job, or use a CronJob',
  },
  exceptable: true,
});

const isMarked = (json: unknown): boolean =>
  ['annotations', 'labels'].some((list) =>
    Object.entries(fieldsOf(valueAt(json, ['metadata', list]))).some(
      ([key, value]) => /\/(ssa|reconcile)$/.test(key) && /^(ignore|disabled)$/i.test(String(value)),
    ),
  );

/** Settings that the API server accepts but that do nothing, or too much. */
export const withoutEffectRule = defineRule([policyTypes, repeatedJob], (_, report, { index }) => {
  for (const policy of index.byKind.get('networking.k8s.io/NetworkPolicy') ?? []) {
    const { title, json } = policy;
    if (json['sops'] !== undefined) continue;
    const { policyTypes: types, ...spec } = specOf(policy);
    if (!Array.isArray(types) || types.length === 0 || holdsExpression(types.join())) continue;
    for (const [field, type] of [
      ['ingress', 'Ingress'],
      ['egress', 'Egress'],
    ] as const) {
      if (listOf(spec[field]).length === 0 || types.includes(type)) continue;
      report(
        diagnose(policyTypes, {
          message: `${title} has rules for ${field}, which do nothing: its policyTypes don't have "${type}"`,
          at: placeIn(policy, 'spec.policyTypes'),
          fix: `add "${type}" to policyTypes, or remove ${field}`,
        }),
      );
    }
  }
  for (const job of index.byKind.get('batch/Job') ?? []) {
    const { title, json } = job;
    const { ttlSecondsAfterFinished: ttl, suspend } = specOf(job);
    if (typeof ttl !== 'number' || suspend === true || isMarked(json)) continue;
    report(
      diagnose(repeatedJob, {
        message: `${title} is deleted ${ttl} seconds after it has finished, and Flux creates it again: it runs over and over`,
        at: placeIn(job, 'spec.ttlSecondsAfterFinished'),
        fix: 'remove ttlSecondsAfterFinished; or make it a CronJob, if it is to run regularly',
      }),
    );
  }
});
