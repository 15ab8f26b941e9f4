import { fieldsOf, listOf, objectsOf } from '../../../json/as-shape.js';
import type { JsonObject } from '../../../json/json-value.js';
import { readField } from '../../losses/keeps.js';
import type { Transition, When } from '../transition.js';
import { both, leaves, loses, removed } from '../when.js';
import { isOpenTo, opens, rangesOf } from './network-rows.js';

const INGRESS = 'networking.k8s.io/Ingress';
const NGINX = 'nginx.ingress.kubernetes.io/';

const annotationsOf = (json: JsonObject) => fieldsOf(readField(json, 'metadata.annotations'));
const classOf = (json: JsonObject): unknown =>
  readField(json, 'spec.ingressClassName') ?? annotationsOf(json)['kubernetes.io/ingress.class'];
/** Another controller has annotations of its own. */
const keepsClass: When = (_, __, { from, to }) => classOf(from) === classOf(to);

const lists = ['whitelist-source-range', 'allowlist-source-range'];
const hasNoList: When = (_, __, { to }) =>
  lists.every((name) => isOpenTo(rangesOf(annotationsOf(to)[`${NGINX}${name}`])));

/** Ways in which ingress-nginx asks who it is. */
const logins = ['auth-url', 'auth-type', 'auth-tls-secret'];
const hasNoLogin: When = (_, __, { to }) => logins.every((name) => annotationsOf(to)[`${NGINX}${name}`] === undefined);

const withoutLogin = {
  severity: 'warning',
  says: 'lets requests in without a login',
  effect: 'nothing asks any more who sends a request; what is behind it has to',
  instead: 'keep it, or first let what is behind it ask for a login',
} as const;

/** https://gateway.envoyproxy.io/docs/api/extension_types/#securitypolicyspec */
const guards = ['apiKeyAuth', 'basicAuth', 'jwt', 'oidc', 'extAuth', 'authorization'];
const hasNoOther: When = (_, __, { from, to }) =>
  guards.every((name) => readField(to, `spec.${name}`) === undefined || readField(from, `spec.${name}`) !== undefined);

/** https://istio.io/latest/docs/reference/config/security/authorization-policy/ */
const isForAll = (rule: Readonly<Record<string, unknown>>): boolean => {
  const sources = objectsOf(rule['from']).map(({ source }) => fieldsOf(source));
  const isAnyone = (source: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(source).every(([key, value]) => key === 'principals' && listOf(value).includes('*'));
  return (
    listOf(rule['to']).length === 0 &&
    listOf(rule['when']).length === 0 &&
    (sources.length === 0 || sources.some(isAnyone))
  );
};
const allowsAll = (spec: unknown): boolean => {
  const { rules, action = 'ALLOW' } = fieldsOf(spec);
  return action === 'ALLOW' && objectsOf(rules).some(isForAll);
};
const ruleWords = (spec: unknown): readonly string[] =>
  objectsOf(fieldsOf(spec)['rules']).map((rule) => (isForAll(rule) ? 'everyone' : 'some requests'));

const isLoose = (mode: unknown): boolean => mode === 'PERMISSIVE' || mode === 'DISABLE';
const plaintext = {
  says: 'accepts requests without mTLS',
  effect: 'a request without a certificate has no identity, and can be read and changed on its way',
} as const;

const namesOf = (middlewares: unknown): readonly string[] =>
  objectsOf(middlewares).map(({ name, namespace }) =>
    namespace === undefined ? String(name) : `${String(namespace)}/${String(name)}`,
  );
const fewer = {
  severity: 'notice',
  says: 'no longer uses a middleware',
  effect: 'if the middleware asks for a login or limits who may come in, nothing does so any more',
} as const;

/** What asks for a login, or limits who may come in. */
export const entranceRows: readonly Transition[] = [
  // https://istio.io/latest/docs/reference/config/security/peer_authentication/
  {
    on: 'security.istio.io/PeerAuthentication',
    at: 'spec.mtls.mode',
    when: (was, is) => was === 'STRICT' && isLoose(is),
    severity: 'warning',
    ...plaintext,
    instead: 'keep STRICT, and set another mode in spec.portLevelMtls for the ports that need it',
  },
  {
    on: 'security.istio.io/PeerAuthentication',
    at: 'spec.portLevelMtls.*.mode',
    when: (was, is, { from }) => isLoose(is) && (was ?? readField(from, 'spec.mtls.mode')) === 'STRICT',
    severity: 'notice',
    ...plaintext,
  },
  {
    on: 'security.istio.io/AuthorizationPolicy',
    at: 'spec.action',
    when: leaves('DENY'),
    severity: 'warning',
    says: 'no longer denies what its rules match',
    effect: 'only a policy with action: DENY refuses requests that another policy allows',
    instead: 'keep action: DENY, and add a second policy for what is to be allowed',
  },
  {
    on: 'security.istio.io/AuthorizationPolicy',
    at: 'spec',
    when: (was, is) => fieldsOf(was)['action'] !== 'DENY' && allowsAll(is) && !allowsAll(was),
    shows: ruleWords,
    severity: 'warning',
    says: 'lets everyone in from now on',
    effect:
      "a rule without conditions allows every request, and one with principals: ['*'] those of every workload in the mesh",
    instead: 'name those that may come in',
  },
  ...guards.map(
    (name): Transition => ({
      on: 'gateway.envoyproxy.io/SecurityPolicy',
      at: `spec.${name}`,
      when: both(removed, hasNoOther),
      ...withoutLogin,
      ...(name === 'authorization'
        ? { says: 'no longer limits who may come in', effect: 'without spec.authorization, every request is allowed' }
        : {}),
    }),
  ),
  {
    on: 'gateway.envoyproxy.io/SecurityPolicy',
    at: 'spec.authorization.defaultAction',
    when: (was, is) => (was === undefined || was === 'Deny') && is === 'Allow',
    severity: 'warning',
    says: 'lets in what no rule matches',
    effect: 'a request that no rule is about is allowed, where it was denied',
    instead: 'keep defaultAction: Deny, and add rules for what may come in',
  },
  // https://doc.traefik.io/traefik/reference/routing-configuration/kubernetes/crd/http/ingressroute/
  ...['traefik.io/IngressRoute', 'traefik.containo.us/IngressRoute'].map(
    (on): Transition => ({
      on,
      at: 'spec.routes[match].middlewares',
      when: (was, is, sides) => loses(namesOf(was), namesOf(is), sides),
      shows: namesOf,
      ...fewer,
    }),
  ),
  {
    on: INGRESS,
    at: '@traefik.ingress.kubernetes.io/router.middlewares',
    when: both(loses, keepsClass),
    ...fewer,
  },
  // https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/annotations/
  ...lists.map(
    (name): Transition => ({
      on: INGRESS,
      at: `@${NGINX}${name}`,
      when: both(opens, hasNoList, keepsClass),
      severity: 'warning',
      says: 'lets every address in from now on',
      effect: 'without a list of addresses, ingress-nginx answers requests from everywhere that reach it',
      instead: 'keep the list',
    }),
  ),
  {
    on: INGRESS,
    at: `@${NGINX}denylist-source-range`,
    when: both(loses, keepsClass),
    severity: 'notice',
    says: 'lets in addresses that it has kept out',
  },
  ...logins.map(
    (name): Transition => ({
      on: INGRESS,
      at: `@${NGINX}${name}`,
      when: both(removed, hasNoLogin, keepsClass),
      ...withoutLogin,
    }),
  ),
  {
    on: INGRESS,
    at: `@${NGINX}auth-tls-verify-client`,
    when: (was, is, { from }) =>
      (was === undefined || was === 'on') &&
      ['off', 'optional', 'optional_no_ca'].includes(String(is)) &&
      annotationsOf(from)[`${NGINX}auth-tls-secret`] !== undefined,
    ...withoutLogin,
    effect: 'ingress-nginx no longer insists on a certificate of the client that its CA has signed',
  },
  {
    on: 'gateway.networking.k8s.io/Gateway',
    at: 'spec.listeners[name].allowedRoutes.namespaces.from',
    when: (was, is) => is === 'All' && was !== 'All',
    severity: 'notice',
    says: 'takes routes of all namespaces from now on',
    effect: 'whoever may write routes in some namespace can answer requests for the host names of the listener',
    instead: 'set from: Selector with the labels of those namespaces',
  },
];
