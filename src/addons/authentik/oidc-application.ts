import type { Construct } from 'constructs';
import { z } from 'zod';
import { ConfigMap } from '../../constructs/config-map.js';
import { ExternalSecret, type ExternalSecretProps } from '../../constructs/external-secret.js';

/** An application that lets its users log in with authentik. */
export const oidcApplication = z.strictObject({
  /** Its name in URLs: the issuer is `https://<authentik>/application/o/<slug>/`. */
  slug: z.string().regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'give lower-case letters, digits and dashes'),
  /** Its name on authentik's page. */
  name: z.string().min(1),
  /** The name or ARN of the remote secret with its client, such as the var of the addon that reads it too: `${TF_HEADLAMP_SECRET_MANAGER_ARN}`. */
  secret: z.string().min(1),
  /** The property of the secret with the client's id. */
  clientIdProperty: z.string().min(1).default('clientID'),
  /** The property of the secret with the client's secret. */
  clientSecretProperty: z.string().min(1).default('clientSecret'),
  /** Where authentik may send users back to, each exactly as the application says it. */
  redirectUris: z.array(z.string().min(1)).min(1),
});

type OidcApplication = z.output<typeof oidcApplication>;

/** What a worker must mount to apply the blueprints. */
export interface Blueprints {
  readonly configMaps: readonly string[];
  readonly volumes: readonly object[];
  readonly volumeMounts: readonly object[];
}

/**
 * Makes a blueprint for each application: its OAuth2 provider and the application itself. Id and secret of its client are
 * files, so that no blueprint holds one.
 */
export const addOidcApplications = (
  scope: Construct,
  applications: readonly OidcApplication[],
  secretStoreRef: ExternalSecretProps['secretStoreRef'],
): Blueprints => {
  for (const { slug, secret, clientIdProperty, clientSecretProperty, ...rest } of applications) {
    const name = nameOf(slug);
    new ExternalSecret(scope, `client-${slug}`, {
      name,
      secretStoreRef,
      target: { name, creationPolicy: 'Owner' },
      data: [
        { secretKey: 'clientID', remoteRef: { key: secret, property: clientIdProperty } },
        { secretKey: 'clientSecret', remoteRef: { key: secret, property: clientSecretProperty } },
      ],
    });
    new ConfigMap(scope, `blueprint-${slug}`, { name, data: { [`${name}.yaml`]: blueprintOf({ slug, ...rest }) } });
  }
  const names = applications.map(({ slug }) => nameOf(slug));
  return {
    configMaps: names,
    volumes: names.map((name) => ({ name, secret: { secretName: name } })),
    volumeMounts: names.map((name) => ({ name, mountPath: folderOf(name), readOnly: true })),
  };
};

const nameOf = (slug: string): string => `oidc-${slug}`;
const folderOf = (name: string): string => `/${name}`;

/** JSON's texts are YAML's. */
const quoted = (text: string): string => JSON.stringify(text);

/**
 * https://docs.goauthentik.io/customize/blueprints/ says what a blueprint is. Three things that an API server needs, and
 * that authentik doesn't do by itself:
 *
 * - tokens signed with a key, since without one authentik signs with the client's secret
 * - `email_verified`, without which no e-mail address counts as a name; authentik's own mapping says false since 2025.10
 * - `grant_types`: a provider that a blueprint makes allows none
 *
 * The groups of a user are in authentik's own mapping of the scope `profile`.
 */
const blueprintOf = ({
  slug,
  name,
  redirectUris,
}: Pick<OidcApplication, 'slug' | 'name' | 'redirectUris'>): string => `version: 1
metadata:
  name: ${quoted(`OIDC application ${slug}`)}
entries:
${before.map((one) => `  - model: authentik_blueprints.metaapplyblueprint\n    attrs:\n      identifiers:\n        name: ${quoted(one)}\n      required: true\n`).join('')}  - model: authentik_providers_oauth2.scopemapping
    id: email
    identifiers:
      name: ${quoted(`E-mail address for ${slug}`)}
    attrs:
      scope_name: email
      description: E-mail address
      expression: |
        return {"email": request.user.email, "email_verified": True}
  - model: authentik_providers_oauth2.oauth2provider
    id: provider
    identifiers:
      name: ${quoted(slug)}
    attrs:
      client_type: confidential
      client_id: !File ${folderOf(nameOf(slug))}/clientID
      client_secret: !File ${folderOf(nameOf(slug))}/clientSecret
      grant_types: [authorization_code, refresh_token]
      authorization_flow: !Find [authentik_flows.flow, [slug, default-provider-authorization-implicit-consent]]
      invalidation_flow: !Find [authentik_flows.flow, [slug, default-provider-invalidation-flow]]
      signing_key: !Find [authentik_crypto.certificatekeypair, [name, authentik Self-signed Certificate]]
      property_mappings:
        - !Find [authentik_providers_oauth2.scopemapping, [managed, goauthentik.io/providers/oauth2/scope-openid]]
        - !Find [authentik_providers_oauth2.scopemapping, [managed, goauthentik.io/providers/oauth2/scope-profile]]
        - !Find [authentik_providers_oauth2.scopemapping, [managed, goauthentik.io/providers/oauth2/scope-offline_access]]
        - !KeyOf email
      redirect_uris:
${redirectUris.map((url) => `        - matching_mode: strict\n          url: ${quoted(url)}\n`).join('')}  - model: authentik_core.application
    identifiers:
      slug: ${quoted(slug)}
    attrs:
      name: ${quoted(name)}
      provider: !KeyOf provider
`;

/** authentik's own blueprints that must have been applied. */
const before = [
  'Default - Provider authorization flow (implicit consent)',
  'Default - Provider invalidation flow',
  'System - OAuth2 Provider - Scopes',
];
