import { fieldsOf } from '../../../json/as-shape.js';
import type { JsonObject } from '../../../json/json-value.js';

/** Those with expressions of CEL: https://kyverno.io/docs/policy-types/validating-policy/ */
export const kyvernoOfCel = ['', 'Namespaced'].flatMap((scope) =>
  ['ValidatingPolicy', 'ImageValidatingPolicy'].map((kind) => `policies.kyverno.io/${scope}${kind}`),
);

const enforces = (action: unknown): boolean => /^enforce$/i.test(String(action));
const policyAction = ({ spec }: JsonObject): unknown => fieldsOf(spec)['validationFailureAction'] ?? 'Audit';
const ruleAction = (rule: unknown): unknown => fieldsOf(fieldsOf(rule)['validate'])['failureAction'];

/** Whether a rule of a Kyverno policy refuses something. */
export const enforcesRule = (rule: JsonObject, policy: JsonObject): boolean =>
  rule['validate'] !== undefined && enforces(ruleAction(rule) ?? policyAction(policy));
