import { fieldsOf, listOf, objectsOf } from '../../../json/as-shape.js';
import type { JsonObject } from '../../../json/json-value.js';
import type { Transition, When } from '../transition.js';
import { hasAll } from './network-rows.js';

const ADMISSION = 'admissionregistration.k8s.io';
const KYVERNO = ['kyverno.io/ClusterPolicy', 'kyverno.io/Policy'];

/** Those with expressions of CEL: https://kyverno.io/docs/policy-types/validating-policy/ */
export const kyvernoOfCel = ['', 'Namespaced'].flatMap((scope) =>
  ['ValidatingPolicy', 'ImageValidatingPolicy'].map((kind) => `policies.kyverno.io/${scope}${kind}`),
);

const enforces = (action: unknown): boolean => /^enforce$/i.test(String(action));
const policyAction = ({ spec }: JsonObject): unknown => fieldsOf(spec)['validationFailureAction'] ?? 'Audit';
const ruleAction = (rule: unknown): unknown => fieldsOf(fieldsOf(rule)['validate'])['failureAction'];

/** Rules that have no action of their own follow the policy: https://kyverno.io/docs/policy-types/cluster-policy/validate/ */
const followsPolicy: When = (was, is, { from, to }) => {
  if (!enforces(was) || enforces(is)) return false;
  const rules = [from, to].map(({ spec }) => objectsOf(fieldsOf(spec)['rules']));
  const isFollower = (list: (typeof rules)[number], name: unknown): boolean =>
    list.some((one) => one['name'] === name && one['validate'] !== undefined && ruleAction(one) === undefined);
  return rules[0]!.some(({ name }) => isFollower(rules[0]!, name) && isFollower(rules[1]!, name));
};
const onlyAudits: When = (was, is, { from, to }) => {
  const [old, now] = [was, is].map((one) => fieldsOf(one)['validate']);
  if (old === undefined || now === undefined) return false;
  if (ruleAction(was) === undefined && ruleAction(is) === undefined) return false;
  return enforces(ruleAction(was) ?? policyAction(from)) && !enforces(ruleAction(is) ?? policyAction(to));
};

/** Whether a rule of a Kyverno policy refuses something. */
export const enforcesRule = (rule: JsonObject, policy: JsonObject): boolean =>
  rule['validate'] !== undefined && enforces(ruleAction(rule) ?? policyAction(policy));

const lets = {
  severity: 'warning',
  says: 'no longer refuses what breaks its rules',
  effect: 'the API server accepts such objects from now on, and they are only reported',
  instead: 'keep the policy, and make an exception for what has to break it',
} as const;

const losesDeny: When = (was, is) => listOf(was).includes('Deny') && is !== undefined && !listOf(is).includes('Deny');

const isTrue = (expression: unknown): boolean => /^\s*\(?\s*true\s*\)?\s*$/.test(String(expression));
const expressions = (list: unknown): readonly string[] => objectsOf(list).map(({ expression }) => String(expression));

const failsClosed = (policy: unknown): boolean => policy === undefined || policy === 'Fail';
const opensOnFailure: When = (was, is) => failsClosed(was) && is === 'Ignore';

/** A webhook that fails closed, for the pods of all namespaces, with those of kube-system and its own. */
const includesItself: When = (was, is) => {
  const { failurePolicy, rules, namespaceSelector } = fieldsOf(is);
  const isForPods = objectsOf(rules).some(({ resources }) => listOf(resources).includes('pods'));
  return (
    failsClosed(failurePolicy) &&
    failsClosed(fieldsOf(was)['failurePolicy']) &&
    (hasAll(rules) || isForPods) &&
    Object.keys(fieldsOf(namespaceSelector)).length === 0 &&
    Object.keys(fieldsOf(fieldsOf(was)['namespaceSelector'])).length > 0
  );
};

const opensNow = {
  when: opensOnFailure,
  severity: 'notice',
  says: 'lets everything through when it fails',
  effect: 'while its pods are down or its expressions fail, the API server accepts what it would refuse',
  instead: 'keep failurePolicy: Fail, if it guards something',
} as const;

/** What refuses objects at the API server. */
export const policyRows: readonly Transition[] = [
  { on: KYVERNO, at: 'spec.validationFailureAction', when: followsPolicy, ...lets },
  { on: KYVERNO, at: 'spec.rules[name]', when: onlyAudits, shows: 'validate.failureAction', ...lets },
  {
    on: kyvernoOfCel,
    at: 'spec.validationActions',
    when: losesDeny,
    ...lets,
  },
  // https://open-policy-agent.github.io/gatekeeper/website/docs/violations/
  {
    on: 'constraints.gatekeeper.sh/*',
    at: 'spec.enforcementAction',
    when: (was, is) => (was === undefined || was === 'deny') && (is === 'dryrun' || is === 'warn'),
    ...lets,
  },
  {
    on: `${ADMISSION}/ValidatingAdmissionPolicyBinding`,
    at: 'spec.validationActions',
    when: losesDeny,
    ...lets,
  },
  {
    on: `${ADMISSION}/ValidatingAdmissionPolicy`,
    at: 'spec.validations',
    when: (was, is) => expressions(is).some(isTrue) && !expressions(was).some(isTrue),
    shows: expressions,
    ...lets,
    says: 'has a rule that accepts everything',
    effect: 'the expression true refuses nothing',
  },
  { on: `${ADMISSION}/ValidatingAdmissionPolicy`, at: 'spec.failurePolicy', ...opensNow },
  ...['Validating', 'Mutating'].flatMap((kind): readonly Transition[] => [
    { on: `${ADMISSION}/${kind}WebhookConfiguration`, at: 'webhooks[name].failurePolicy', ...opensNow },
    {
      on: `${ADMISSION}/${kind}WebhookConfiguration`,
      at: 'webhooks[name]',
      when: includesItself,
      shows: 'namespaceSelector',
      severity: 'warning',
      says: 'can keep every pod from starting',
      effect:
        'it fails closed and is asked for the pods of all namespaces: while its own pods are down, none can start, not even its own',
      instead: 'keep namespaceSelector with its own namespace and kube-system excluded',
    },
  ]),
];
