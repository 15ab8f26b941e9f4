import { hasTokenAsUser, hasTokenInQuery, serviceOfToken } from '../../diagnostics/hide-passwords.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isSigned } from '../../diagnostics/signed-urls.js';
import { findWebhookSecret } from '../../diagnostics/webhook-secrets.js';
import { valueAt } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, objectsOfKind, placeIn } from '../rule.js';

const urlPassword = defineDiagnostic({
  code: 'FX660',
  name: 'url-password',
  severity: 'error',
  summary:
    'The URL of a source or notification contains a password, token or signature, which would be committed with the tree.',
  page: {
    example: "gitSource({ url: 'https://flux:…@git.example.org/apps', ref: { branch: 'main' } })",
    right: "gitSource({ url: 'https://git.example.org/apps', ref: { branch: 'main' }, secretRef: { name: 'git' } })",
  },
});

const SOURCE = 'source.toolkit.fluxcd.io';
const NOTIFICATION = 'notification.toolkit.fluxcd.io';

/** The fields of Flux's kinds that are URLs, and where a password belongs instead. */
const urlFields: readonly (readonly [kind: string, path: string, instead: string])[] = [
  [`${SOURCE}/GitRepository`, 'spec.url', 'spec.secretRef, a Secret with username and password'],
  [`${SOURCE}/HelmRepository`, 'spec.url', 'spec.secretRef, a Secret with username and password'],
  [`${SOURCE}/OCIRepository`, 'spec.url', 'spec.secretRef, a Secret of the type kubernetes.io/dockerconfigjson'],
  [`${SOURCE}/Bucket`, 'spec.endpoint', 'spec.secretRef, a Secret with accesskey and secretkey'],
  [`${SOURCE}/Bucket`, 'spec.sts.endpoint', 'spec.sts.secretRef, a Secret with username and password'],
  [`${NOTIFICATION}/Provider`, 'spec.address', 'spec.secretRef, a Secret with the whole URL as address'],
  [`${NOTIFICATION}/Provider`, 'spec.proxy', 'spec.proxySecretRef, a Secret with address, username and password'],
];

/** The endpoint of a bucket has no scheme, and others may lack it. */
const PASSWORD = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/@]*?(?::|%3a)([^/]+)@/i;

const whatIs = (url: string): string => {
  const service = serviceOfToken(url);
  if (service !== undefined) return `token of ${service}`;
  if (hasTokenInQuery(url)) return 'token';
  return isSigned(url) ? 'signature' : 'password';
};

/** Of some webhooks, the signature or token is the secret that FX663 reports. */
const isOnlyQuery = (url: string): boolean =>
  (isSigned(url) || hasTokenInQuery(url)) && !holdsExpression(url) && findWebhookSecret(url) === undefined;

/** No URL in the tree has a password. */
export const urlPasswordRule = defineRule([urlPassword], (_, report, { index }) => {
  for (const [kind, path, instead] of urlFields) {
    for (const object of objectsOfKind(index, kind)) {
      const url = valueAt(object.json, path.split('.'));
      if (typeof url !== 'string') continue;
      const password = PASSWORD.exec(url)?.[1];
      // Flux gets the value of an expression from elsewhere.
      const hasPassword = password !== undefined && !holdsExpression(password);
      if (!hasPassword && !hasTokenAsUser(url) && !isOnlyQuery(url)) continue;
      report(
        diagnose(urlPassword, {
          message: `${object.title} has a ${whatIs(url)} in its URL, which would be in the tree for all to read`,
          at: placeIn(object, path),
          fix: `take the ${whatIs(url)} out of the URL, and give it with ${instead}; if it was committed before, change it`,
        }),
      );
    }
  }
});
