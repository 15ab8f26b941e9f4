import { Kustomization } from 'fluxspan';
import * as twin from '../live/twin-programs.js';
import * as platform from './platform-changes.js';
import type { RuleFixture } from './rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX207',
    mutation: { none: 'compiling reports it; the rule does so of what ResourceSets make' },
    live: {
      twins: {
        'namespace-without-creator': {
          says: 'namespaces "nowhere" not found',
          make: (bad) => ({
            build: twin.data(() => ({}), { namespace: bad ? 'nowhere' : 'default', name: 'somewhere' }),
          }),
        },
      },
    },
  },
  {
    code: 'FX301',
    mutation: { none: "an exception in the addon's own code" },
    live: { none: 'there is no tree' },
  },
  {
    code: 'FX304',
    mutation: { adds: () => platform.extended({ build: platform.text('in ${TF_AWS_REGON}') }) },
    live: {
      twins: {
        'var-not-declared': {
          says: 'variable not set (strict mode): "TF_COLUOR"',
          make: (bad) => ({
            infra: { vars: { TF_COLOUR: twin.lower } },
            build: twin.data(({ vars }) => ({ a: vars['TF_COLOUR']!, b: bad ? '${TF_COLUOR}' : '${TF_COLOUR}' })),
          }),
        },
      },
    },
  },
  {
    code: 'FX305',
    mutation: { adds: () => platform.extended({ infra: platform.region, build: platform.text('in ${TF_AWS_REGION') }) },
    live: {
      twins: {
        expression: {
          says: 'missing closing brace',
          make: (bad) => ({
            infra: { vars: { TF_COLOUR: twin.lower } },
            build: twin.data(({ vars }) => ({
              a: vars['TF_COLOUR']!,
              b: bad ? '${TF_COLOUR-red}' : '${TF_COLOUR:=red}',
            })),
          }),
        },
      },
    },
  },
  {
    code: 'FX310',
    mutation: { adds: () => platform.extended({}, { karpenter: { kustomization: { interval: 'hourly' } } as never }) },
    live: {
      twins: {
        duration: {
          says: 'spec.interval: Invalid value: "hourly"',
          make: (bad) => ({
            charts: { duration: twin.chartOf('duration') },
            build: twin.release({}, bad ? { interval: 'hourly' } : { interval: '1h' }),
          }),
        },
      },
    },
  },
  {
    code: 'FX311',
    mutation: { adds: () => platform.extended({ build: platform.text('a\u007fb') }) },
    live: { none: 'there is no tree: nothing is written that YAML cannot carry' },
  },
  {
    code: 'FX314',
    mutation: {
      adds: () =>
        platform.extended({
          build: (scope) => {
            const sourceRef = { kind: 'GitRepository', name: 'flux-system' };
            new Kustomization(scope, 'a', { path: './a', sourceRef, wait: true, healthChecks: [] } as never);
          },
        }),
    },
    live: { none: 'Flux takes one of the two, and says nothing' },
  },
  {
    code: 'FX319',
    mutation: { none: "where a construct was put, in the addon's own code" },
    live: { none: 'there is no such object in the tree' },
  },
  {
    code: 'FX320',
    mutation: { none: 'it is refused before there is an object: test/compile/objects.test.ts shows it' },
    live: { none: 'there is no tree: kustomize would take the items one by one, and nobody looked at them' },
  },
  {
    code: 'FX331',
    mutation: { none: 'compiling reports it of what `Include` reads: test/addon/cdk8s-ways.test.ts shows it' },
    live: { none: 'it is about what other machines read: the tree is as good as any' },
  },
  {
    code: 'FX332',
    mutation: { none: 'compiling reports it of what `Helm` renders: test/addon/cdk8s-ways.test.ts shows it' },
    live: { none: 'it is about what makes the tree, and not about what is in it' },
  },
  {
    code: 'FX333',
    mutation: { none: "a validation of a construct's own package: test/addon/cdk8s-ways.test.ts shows it" },
    live: { none: 'there is no tree' },
  },
  {
    code: 'FX334',
    mutation: { none: 'the platform has no workloads of cdk8s-plus: test/compile/derived-names.test.ts shows it' },
    live: { none: 'Flux applies it: what is wrong is which pods a Service finds' },
  },
  {
    code: 'FX690',
    mutation: { none: 'of what Terraform gives: test/render shows it with the platform' },
    live: { none: 'it is about what Terraform gives; rules.test.ts compares its words with those of Flux' },
  },
  {
    code: 'FX691',
    mutation: { none: 'a notice of what render does not show' },
    live: { none: 'it says what render does not show' },
  },
];
