import { parseIp } from './ip.js';

/** What the API server takes as the name of an object. https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
export type NameForm = 'long' | 'short' | 'segment' | 'address' | 'any';

const LONG = /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const SHORT = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** The kinds whose names aren't DNS names of several parts, by group; RBAC takes any segment of a path. */
const FORMS: Readonly<Record<string, NameForm>> = {
  '/Namespace': 'short',
  '/Service': 'short',
  'apps/StatefulSet': 'short',
  'apiregistration.k8s.io/APIService': 'segment',
  'certificates.k8s.io/CertificateSigningRequest': 'any',
  'networking.k8s.io/IPAddress': 'address',
  'policy/PodDisruptionBudget': 'segment',
};

export const nameFormOf = (group: string, kind: string): NameForm =>
  group === 'rbac.authorization.k8s.io' ? 'segment' : (FORMS[`${group}/${kind}`] ?? 'long');

/** Whether the API server takes this as `metadata.name` of a kind. */
export const isObjectName = (form: NameForm, name: string): boolean => {
  switch (form) {
    case 'long':
      return LONG.test(name);
    case 'short':
      return SHORT.test(name);
    case 'segment':
      return name !== '' && name !== '.' && name !== '..' && !/[/%]/.test(name);
    case 'address':
      return parseIp(name) !== undefined;
    case 'any':
      return name !== '';
  }
};

/** What a form takes, in words that continue `use …`. */
export const nameFormWords: Readonly<Record<NameForm, string>> = {
  long: 'lower-case letters, digits, dashes and dots, a letter or digit at both ends, 253 characters at most',
  short: 'lower-case letters, digits and dashes, 63 at most',
  segment: 'a name without "/" and "%"',
  address: 'the IP address',
  any: 'any text',
};
