import { describe, expect, it } from 'vitest';
import { judge } from '../../src/audit/judge.js';
import type { Diagnostic } from '../../src/diagnostics/index.js';

const problem = (
  code: Diagnostic['code'],
  severity: Diagnostic['severity'],
  rest: Partial<Diagnostic> = {},
): Diagnostic => ({
  code,
  name: 'a-name',
  severity,
  message: 'something is wrong',
  at: {},
  notes: [],
  fix: 'fix it',
  ...rest,
});

describe('a finding in a repository that fluxspan does not write', () => {
  it.each<readonly [string, Diagnostic, string | undefined]>([
    ['is advice if it makes Flux faster', problem('FX614', 'warning'), 'notice'],
    ['is advice if it is about the order of the first start', problem('FX608', 'error'), 'notice'],
    ['is advice if it only warns that something is not waited for', problem('FX307', 'warning'), 'notice'],
    [
      'stays an error if nothing makes what is named',
      problem('FX307', 'error', { message: 'nothing makes HelmRepository/a in namespace "b"' }),
      'error',
    ],
    [
      'is a notice if others may have made it',
      problem('FX307', 'error', { message: 'nothing makes Namespace/a' }),
      'notice',
    ],
    [
      'is an error if the name is most likely misspelt',
      problem('FX307', 'error', { message: 'nothing makes GitRepository/a', fix: 'did you mean "b"?' }),
      'error',
    ],
    [
      'is an error if a circle is one of dependsOn',
      problem('FX640', 'error', { notes: ['1. Kustomization/a depends on Kustomization/b (spec.dependsOn[0])'] }),
      'error',
    ],
    [
      'is a notice if a person may have started the circle',
      problem('FX640', 'error', { notes: ['1. Kustomization/a needs Secret/b'] }),
      'notice',
    ],
    [
      'is a notice if only the cluster knows the value',
      problem('FX303', 'error', { message: 'refuses the name "${APP}"' }),
      'notice',
    ],
    [
      'is a notice if the value stands for one that a person fills in',
      problem('FX315', 'error', {
        message: 'the API server refuses a: "b" takes text that matches c, and has "*.<domain>"',
      }),
      'notice',
    ],
    [
      'is a notice if a host stands for one that a person fills in',
      problem('FX655', 'error', { message: 'a is for b.c, and d takes only *.<domain>' }),
      'notice',
    ],
    [
      'is a notice if Flux replaces what the API server would refuse',
      problem('FX315', 'error', { message: 'refuses a: "metadata.labels["x"]" takes a string, not true' }),
      'notice',
    ],
    [
      'is a notice if the CRD of Flux is older than what the tree has',
      problem('FX647', 'error', {
        message:
          "HelmRelease/a: the API server doesn't serve helm.toolkit.fluxcd.io/v2 HelmRelease; its CRD serves v2beta1, v2beta2",
      }),
      'notice',
    ],
    ['is a notice if it is about who may apply what', problem('FX805', 'warning'), 'notice'],
    ['is nothing if only code can answer it', problem('FX318', 'warning'), undefined],
    ['stays as it is otherwise', problem('FX315', 'error'), 'error'],
  ])('%s', (_, found, severity) => {
    expect(judge(found)?.severity).toBe(severity);
  });
});

it('says of a version that Kubernetes removed which one did, where the cluster may be older', () => {
  const message = "CronJob/a: the API server doesn't serve batch/v1beta1 CronJob; Kubernetes 1.25 removed it";
  const found = problem('FX647', 'error', { message });
  expect(judge(found, '2.9')).toEqual(found);
  for (const flux of [undefined, '0.31'])
    expect(judge(found, flux)).toEqual({
      ...found,
      severity: 'warning',
      message: "CronJob/a: Kubernetes 1.25 and later don't serve batch/v1beta1 CronJob",
    });
});
