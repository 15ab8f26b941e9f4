import { fieldsOf, listOf } from '../../../json/as-shape.js';

/** https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/network-policy-v1/ */
export const typesOf = (spec: unknown): readonly unknown[] => {
  const { policyTypes, egress } = fieldsOf(spec);
  if (Array.isArray(policyTypes) && policyTypes.length > 0) return policyTypes;
  return listOf(egress).length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
};
/** It selects all. */
export const isEmptySelector = (selector: unknown): boolean =>
  Object.values(fieldsOf(selector)).every((one) => Object.keys(Object(one)).length === 0);
