import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { object } from './judge.js';

const spec =
  (type: string) =>
  (value: JsonObject): JsonObject =>
    object(type, value);
const validates = (failureAction?: string) => ({
  name: 'a',
  validate: failureAction === undefined ? { pattern: {} } : { pattern: {}, failureAction },
});
const webhook = (failurePolicy: string | undefined, labels: JsonObject, resources = ['pods']) => ({
  ...object('admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration', {}),
  webhooks: [
    {
      name: 'a.b.c',
      failurePolicy,
      namespaceSelector: labels,
      rules: [{ apiGroups: [''], resources }],
    },
  ],
});
const besides = { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['kube-system'] }] };

/** What refuses objects. */
export const policyCases: readonly TransitionCase[] = [
  ...['ClusterPolicy', 'Policy'].map(
    (kind): TransitionCase => ({
      label: `a ${kind} that only reports`,
      of: spec(`kyverno.io/v1/${kind}`),
      bad: [
        [
          { validationFailureAction: 'Enforce', rules: [validates()] },
          { validationFailureAction: 'Audit', rules: [validates()] },
        ],
        [{ validationFailureAction: 'enforce', rules: [validates()] }, { rules: [validates()] }],
        [{ rules: [validates('Enforce')] }, { rules: [validates('Audit')] }],
        [{ rules: [validates('Enforce')] }, { rules: [validates()] }],
      ],
      says: 'warning FX559',
      good: [
        [{ validationFailureAction: 'Enforce', rules: [validates()] }, { rules: [validates('Enforce')] }],
        [
          { validationFailureAction: 'Enforce', rules: [{ name: 'a', mutate: {} }] },
          { validationFailureAction: 'Audit', rules: [{ name: 'a', mutate: {} }] },
        ],
        [{ rules: [validates('Audit')] }, { rules: [validates('Enforce')] }],
        [{ rules: [validates('Enforce')] }, { validationFailureAction: 'Enforce', rules: [validates()] }],
      ],
    }),
  ),
  {
    label: 'a constraint of Gatekeeper',
    of: spec('constraints.gatekeeper.sh/v1beta1/K8sRequiredLabels'),
    bad: [
      [{}, { enforcementAction: 'dryrun' }],
      [{ enforcementAction: 'deny' }, { enforcementAction: 'warn' }],
    ],
    says: 'warning FX559',
    good: [
      [{ enforcementAction: 'deny' }, {}],
      [{ enforcementAction: 'dryrun' }, { enforcementAction: 'warn' }],
      [{}, { enforcementAction: 'scoped' }],
    ],
  },
  ...[
    'admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding',
    'policies.kyverno.io/v1/ValidatingPolicy',
    'policies.kyverno.io/v1/NamespacedImageValidatingPolicy',
  ].map(
    (type): TransitionCase => ({
      label: `what a ${type} does`,
      of: spec(type),
      bad: [[{ validationActions: ['Deny'] }, { validationActions: ['Audit', 'Warn'] }]],
      says: 'warning FX559',
      good: [[{ validationActions: ['Deny'] }, { validationActions: ['Audit', 'Deny'] }]],
    }),
  ),
  {
    label: 'a rule that is always true',
    of: spec('admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy'),
    bad: [[{ validations: [{ expression: 'object.a > 1' }] }, { validations: [{ expression: ' true ' }] }]],
    says: 'warning FX559',
    good: [[{ validations: [{ expression: 'object.a > 1' }] }, { validations: [{ expression: 'object.a == true' }] }]],
  },
  {
    label: 'a policy that fails open',
    of: spec('admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy'),
    bad: [
      [{ failurePolicy: 'Fail' }, { failurePolicy: 'Ignore' }],
      [{}, { failurePolicy: 'Ignore' }],
    ],
    says: 'notice FX559',
    good: [[{ failurePolicy: 'Ignore' }, {}]],
  },
  {
    label: 'a webhook that fails open',
    of: (failurePolicy: string) => webhook(failurePolicy, besides),
    bad: [['Fail', 'Ignore']],
    says: 'notice FX559',
  },
  {
    label: 'a webhook for all namespaces',
    of: ([failurePolicy, ...rest]: readonly [string, JsonObject, string[]?]) => webhook(failurePolicy, ...rest),
    bad: [
      [
        ['Fail', besides],
        ['Fail', {}],
      ],
    ],
    says: 'warning FX559',
    good: [
      [
        ['Ignore', besides],
        ['Ignore', {}],
      ],
      [
        ['Fail', besides, ['certificates']],
        ['Fail', {}, ['certificates']],
      ],
    ],
  },
];
