import { fluxRoles } from '../knowledge/flux/default-roles.js';
import { controllerRoles } from '../knowledge/kubernetes/controller-roles.js';
import { defaultRoles } from '../knowledge/kubernetes/default-roles.js';
import { subjectKey } from './identity.js';
import type { PolicyRule } from './policy-rule.js';
import type { Binding, Role } from './role.js';

export interface RolesAndBindings {
  readonly roles: readonly Role[];
  readonly bindings: readonly Binding[];
}

const AGGREGATE = 'rbac.authorization.k8s.io/aggregate-to-';

/** The newest minor version whose roles are known. */
const NEWEST = '1.36';

/** By version. The text of the roles is a constant, and reading it takes a millisecond for each cluster otherwise. */
const known = new Map<string, RolesAndBindings>();

/** What a cluster of this version has before anybody applies anything: the roles of Kubernetes and of Flux. */
export const defaultsOf = (kubernetes: string = NEWEST): RolesAndBindings => {
  const found = known.get(kubernetes) ?? parseDefaults([defaultRoles, controllerRoles, fluxRoles].join(''), kubernetes);
  known.set(kubernetes, found);
  return found;
};

/** Reads the form that `src/knowledge/kubernetes/default-roles.ts` describes. */
const parseDefaults = (text: string, kubernetes: string): RolesAndBindings => {
  const roles: Role[] = [];
  const bindings: Binding[] = [];
  for (const part of text.split(/\n(?=\S)/)) {
    const [head = '', ...all] = part.trimEnd().split('\n');
    const [what, name = '', role = ''] = head.split(' ');
    const lines = all.flatMap((line) => linesOf(line, kubernetes));
    if (what === 'bind') bindings.push({ name, role: { kind: 'ClusterRole', name: role }, ...subjectsOf(lines) });
    else if (what === 'role') roles.push({ name, ...rulesOf(lines), isOpen: false });
  }
  return {
    roles: roles.filter(({ rules, selectors }) => rules.length > 0 || selectors !== undefined),
    bindings: bindings.filter(({ subjects }) => subjects.length > 0),
  };
};

/** The words of a line, if this version has it: `@1.34-1.36` at its end says which do. */
const linesOf = (line: string, kubernetes: string): readonly (readonly string[])[] => {
  const words = line.trim().split(' ');
  const range = words.at(-1)!;
  if (!range.startsWith('@')) return [words];
  const [from, to] = range.slice(1).split('-').map(minorOf);
  const minor = minorOf(kubernetes);
  return minor >= from! && minor <= to! ? [words.slice(0, -1)] : [];
};

const minorOf = (version: string): number => Number(version.split('.')[1]);

const subjectsOf = (lines: readonly (readonly string[])[]): Pick<Binding, 'subjects' | 'isOpen'> => ({
  subjects: lines.map(([kind = '', namespace, name = '']) => subjectKey({ kind, name, namespace }, undefined)),
  isOpen: false,
});

const rulesOf = (lines: readonly (readonly string[])[]): Pick<Role, 'labels' | 'rules' | 'selectors'> => {
  const labels: Record<string, string> = {};
  const selectors: object[] = [];
  const rules: PolicyRule[] = [];
  for (const [first = '', second = '', ...rest] of lines) {
    if (first === 'to') labels[`${AGGREGATE}${second}`] = 'true';
    else if (first === 'from') selectors.push({ matchLabels: { [`${AGGREGATE}${second}`]: 'true' } });
    else rules.push(ruleOf(first, second, rest));
  }
  return { labels, rules, ...(selectors.length > 0 ? { selectors } : {}) };
};

const ruleOf = (verbs: string, what: string, [resources, names]: readonly string[]): PolicyRule => {
  const none = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };
  if (resources === undefined) return { ...none, verbs: verbs.split(','), nonResourceURLs: what.split(',') };
  return {
    ...none,
    verbs: verbs.split(','),
    apiGroups: what.split(',').map((group) => (group === 'core' ? '' : group)),
    resources: resources.split(','),
    resourceNames: names === undefined ? [] : names.split(','),
  };
};
