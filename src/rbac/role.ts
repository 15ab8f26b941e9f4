import { fieldsOf, listOf, objectsOf } from '../json/as-shape.js';
import type { PolicyRule } from './policy-rule.js';

/** A Role or ClusterRole. */
export interface Role {
  readonly name: string;
  /** Absent for a ClusterRole. */
  readonly namespace?: string | undefined;
  readonly labels: Readonly<Record<string, unknown>>;
  readonly rules: readonly PolicyRule[];
  /** `clusterRoleSelectors` of a ClusterRole that takes its rules from others; its own are overwritten. */
  readonly selectors?: readonly unknown[] | undefined;
  /** Some of its rules or labels aren't known. */
  readonly isOpen: boolean;
}

/** A RoleBinding or ClusterRoleBinding. */
export interface Binding {
  readonly name: string;
  /** Absent for a ClusterRoleBinding. */
  readonly namespace?: string | undefined;
  readonly role: RoleRef;
  /** What applies it; absent for what isn't known, and for those of Kubernetes and Flux. */
  readonly origin?: string | undefined;
  /** Subjects, by their keys. */
  readonly subjects: readonly string[];
  /** A subject may be anybody: its name isn't known. */
  readonly isOpen: boolean;
}

export interface RoleRef {
  readonly kind: 'Role' | 'ClusterRole';
  readonly name: string;
}

/** Whether a selector of labels takes these: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/ */
export const selectsLabels = (selector: unknown, labels: Readonly<Record<string, unknown>>): boolean => {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  return (
    Object.entries(fieldsOf(matchLabels)).every(([key, value]) => labels[key] === value) &&
    objectsOf(matchExpressions).every(({ key, operator, values }) => {
      const value = labels[String(key)];
      if (operator === 'Exists') return value !== undefined;
      if (operator === 'DoesNotExist') return value === undefined;
      const isIn = value !== undefined && listOf(values).includes(value);
      return operator === 'In' ? isIn : !isIn;
    })
  );
};
