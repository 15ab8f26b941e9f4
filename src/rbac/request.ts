import type { PolicyRule } from './policy-rule.js';

/** What somebody asks the API server to do. */
export interface ResourceRequest {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, `bind`, `escalate`, … */
  readonly verb: string;
  /** The API group; empty for the core group. */
  readonly group: string;
  /** In the plural, as in the path of the request: `services`. */
  readonly resource: string;
  /** `status` of `services/status`. */
  readonly subresource?: string | undefined;
  /** Absent for a request that names no object, such as `list`. */
  readonly name?: string | undefined;
  /** Absent at the scope of the cluster. For a Namespace, it is the Namespace's own name. */
  readonly namespace?: string | undefined;
}

/** A request for a path that isn't of an object, such as `/metrics`. */
export interface PathRequest {
  readonly verb: string;
  readonly path: string;
}

export type AccessRequest = ResourceRequest | PathRequest;

const ALL = '*';

const has = (all: readonly string[], one: string): boolean => all.includes(ALL) || all.includes(one);

/** `*` is all resources and subresources; `*` before a subresource is all resources that have it. */
const hasResource = (all: readonly string[], resource: string, subresource = ''): boolean =>
  subresource === '' ? has(all, resource) : has(all, `${resource}/${subresource}`) || all.includes(`*/${subresource}`);

const coversPath = (rule: string, path: string): boolean =>
  rule === ALL || rule === path || (rule.endsWith(ALL) && path.startsWith(rule.replace(/\*+$/, '')));

/** Whether a rule allows a request in the scope of its binding, as `RuleAllows` of the API server's RBAC authorizer. */
export const allows = (rule: PolicyRule, request: AccessRequest): boolean =>
  has(rule.verbs, request.verb) &&
  ('path' in request
    ? rule.nonResourceURLs.some((one) => coversPath(one, request.path))
    : has(rule.apiGroups, request.group) &&
      hasResource(rule.resources, request.resource, request.subresource) &&
      (rule.resourceNames.length === 0 || rule.resourceNames.includes(request.name ?? '')));
