import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import type { EffectRow, When } from '../form/effect.js';

/** Whether a webhook's rule covers all kinds. */
const hasAll = (rules: unknown): boolean =>
  objectsOf(rules).some(({ resources, apiGroups }) =>
    [resources, apiGroups].flatMap(listOf).some((one) => one === '*' || one === '*/*'),
  );
const failsForAll: When = (was, is) =>
  fieldsOf(was)['failurePolicy'] === 'Ignore' &&
  is !== undefined &&
  fieldsOf(is)['failurePolicy'] !== 'Ignore' &&
  hasAll(fieldsOf(is)['rules']);

const failsClosed = (policy: unknown): boolean => policy === undefined || policy === 'Fail';

/** Whether a webhook that fails closed now covers the pods of all namespaces, including kube-system and its own. */
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

/** Webhooks that can stop the cluster. */
export const webhooks: readonly EffectRow[] = [
  // `failurePolicy` of https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/, and
  // test/live/field-changes.test.ts.
  ...['Validating', 'Mutating'].flatMap((kind): readonly EffectRow[] => [
    {
      on: `admissionregistration.k8s.io/${kind}WebhookConfiguration`,
      at: 'webhooks[name]',
      when: failsForAll,
      shows: 'failurePolicy',
      severity: 'warning',
      says: 'can stop the whole cluster from now on',
      effect:
        'while its pods are down, the API server refuses every request that its rules match, including those that start its pods',
      instead: 'exclude its own namespace and kube-system with namespaceSelector, or keep failurePolicy: Ignore',
    },
    {
      on: `admissionregistration.k8s.io/${kind}WebhookConfiguration`,
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
