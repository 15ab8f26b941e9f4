import { z } from 'zod';
import { alertSecretKeys, alertsSchema } from './alerts-schema.js';
import { API_VERSION, KIND } from './files.js';

const text = z.string().min(1);
/** What Flux fetches by: https://fluxcd.io/flux/components/source/gitrepositories/#url */
const url = z.string().regex(/^(?:https?|ssh|oci):\/\/[^\s/]\S*$/);
const texts = z.record(z.string(), z.string());
/** The spec of an upstream kind: synth judges it by the schema of the kind. */
const spec = z.looseObject({});
/** The `type` says what the rest means. */
const typedSpec = z.looseObject({ type: text });
const secretRefObject = z
  .strictObject({ name: text })
  .meta({ id: 'secretRef', description: 'A Secret in the first namespace of the team' });
const roleObject = z.strictObject({
  kind: z.enum(['ClusterRole', 'Role']),
  name: text,
  external: z.boolean().optional(),
});

const role = z.union([text, z.literal(false), roleObject]).meta({
  id: 'role',
  description: 'What the team may do in its namespaces: the name of a ClusterRole. false binds none',
});

const groupObject = z.strictObject({ name: text, role: role.optional() });
const groups = z
  .union([text, z.array(z.union([text, groupObject])).min(1)])
  .meta({ id: 'groups', description: 'The groups of the directory, as the API server sees them' });

const sourceObject = z.strictObject({
  url: url.describe('https://…, ssh://… or, for an artifact in a registry, oci://…'),
  secretRef: secretRefObject.optional(),
  interval: text.optional(),
  timeout: text.optional(),
  provider: text.optional(),
  ignore: z.string().optional(),
  recurseSubmodules: z.boolean().optional(),
  sparseCheckout: z.array(text).optional(),
  insecure: z.boolean().optional(),
  layerSelector: spec.optional(),
  verify: spec.optional(),
  certSecretRef: secretRefObject.optional(),
  proxySecretRef: secretRefObject.optional(),
  serviceAccountName: text.optional(),
});

const source = z.union([url, sourceObject]).meta({
  id: 'source',
  description: "The team's repository: https://…, ssh://…, or oci://…; or an object with url and secretRef",
});

/** What Flux fetches of a source: one of them. */
const ref = {
  branch: text.optional().describe('The branch that Flux follows'),
  tag: text.optional().describe('The tag that Flux applies'),
  semver: text.optional().describe('A range of versions; Flux applies the newest tag in it'),
  commit: text.optional().describe('The commit that Flux applies'),
  digest: text.optional().describe('Of an oci:// source: sha256:…'),
};
export const refKeys = ['branch', 'tag', 'semver', 'commit', 'digest'] as const;

const gatewayObject = z.strictObject({ name: text, namespace: text });

const oneOrMore = z.union([text, z.array(text).min(1)]);
const kmsObject = z.strictObject({
  aws: oneOrMore.optional(),
  azure: oneOrMore.optional(),
  gcp: oneOrMore.optional(),
});
const secretsObject = z.strictObject({
  age: oneOrMore.optional().describe('Public keys: age1…'),
  kms: kmsObject.optional().describe('Keys of a cloud'),
  secret: text.optional().describe('The Secret with the private key; sops-age by default'),
  files: text.optional(),
  serviceAccountName: text.optional(),
});

/** What a team has, or gets in one environment, or all have by default. */
const settings = {
  source: source.optional(),
  ...ref,
  path: text.optional().describe('The folder in the source: ./deploy'),
  namespaces: z.array(text).min(1).optional().describe('By default one, with the name of the team'),
  createNamespaces: z.boolean().optional().describe('false if something else makes them'),
  namespaceLabels: texts.optional().describe('Labels of the namespaces'),
  groups: groups.optional(),
  role: role.optional(),
  serviceAccount: text.optional().describe('The account that Flux uses for the team; reconciler by default'),
  imagePullSecrets: z
    .array(secretRefObject)
    .optional()
    .describe('Secrets with which the account of the team pulls images'),
  quota: z
    .union([z.literal(false), z.record(z.string(), z.union([z.string(), z.number(), z.null()]))])
    .optional()
    .describe('How much the team may use, by resource: requests.cpu: 4'),
  limits: z
    .union([z.literal(false), z.array(spec)])
    .optional()
    .describe('The limits of a LimitRange'),
  podSecurity: z
    .union([z.enum(['privileged', 'baseline', 'restricted']), z.literal(false)])
    .optional()
    .describe('The Pod Security level that the namespaces enforce'),
  networkPolicy: z
    .union([z.literal(false), spec])
    .optional()
    .describe('The spec of a NetworkPolicy. false makes none'),
  gateways: z.array(gatewayObject).optional().describe('The Gateways that the routes of the team may use'),
  stores: z.array(text).optional().describe('The ClusterSecretStores that the team may read'),
  vars: z
    .array(text)
    .optional()
    .describe('The vars of the platform that the team may substitute, of those that its code offers: TF_DOMAIN'),
  alerts: alertsSchema.optional(),
  receiver: typedSpec.optional().describe('The spec of a Receiver: a push is fetched immediately'),
  secrets: secretsObject.optional().describe('How the team encrypts the Secrets of its repository, by SOPS'),
  keepClaims: z.boolean().optional().describe('false lets Flux delete volumes with their data'),
  kustomization: spec.optional().describe('Settings of the Kustomization that applies the team: interval, timeout, …'),
};

const offboardObject = z.strictObject({
  reason: text.describe('Why, for those who review it'),
  deleteNamespaces: z.boolean().optional(),
});
const offboard = offboardObject
  .optional()
  .describe('The first step of removing the team; fluxspan tenant remove writes it');

const inEnvironment = z.strictObject({ ...settings, offboard }).nullable();
const environmentNames = z.array(text).min(1);

const team = z
  .strictObject({
    description: z.string().optional().describe('One sentence about the team'),
    ...settings,
    environments: z
      .union([environmentNames, z.record(z.string(), inEnvironment)])
      .optional()
      .describe('Where the team is, and what differs there: branch, tag or semver first of all. By default everywhere'),
    offboard,
  })
  .nullable();

const removedObject = z.strictObject({ reason: text, environments: environmentNames.optional() });

/** The form of teams.yaml. */
export const teamsSchema = z.strictObject({
  apiVersion: z.literal(API_VERSION),
  kind: z.literal(KIND),
  environments: environmentNames.describe('The environments that teams may be in'),
  defaults: z.strictObject(settings).nullish().describe('What each team has that sets nothing else'),
  teams: z.record(z.string(), team).nullish().describe('The teams, by name'),
  removed: z
    .record(z.string(), z.union([text, removedObject]))
    .nullish()
    .describe('Teams that are gone, each with the reason; fluxspan tenant remove writes it'),
});

/** The keys of the file, of teams and of what is in them, for hints. */
export const keysOf = {
  top: Object.keys(teamsSchema.shape),
  settings: Object.keys(settings),
  team: ['description', ...Object.keys(settings), 'environments', 'offboard'],
  environment: [...Object.keys(settings), 'offboard'],
  /** By the key that an object is under. */
  under: {
    source: Object.keys(sourceObject.shape),
    secret: alertSecretKeys,
    secretRef: ['name'],
    imagePullSecrets: ['name'],
    certSecretRef: ['name'],
    proxySecretRef: ['name'],
    gateways: Object.keys(gatewayObject.shape),
    groups: Object.keys(groupObject.shape),
    role: Object.keys(roleObject.shape),
    secrets: Object.keys(secretsObject.shape),
    kms: Object.keys(kmsObject.shape),
    offboard: Object.keys(offboardObject.shape),
    removed: Object.keys(removedObject.shape),
  } as Readonly<Record<string, readonly string[]>>,
};

/** `docs/teams.schema.json`, which editors check teams.yaml with. */
export const teamsJsonSchema = (): object => {
  const { $schema, ...rest } = z.toJSONSchema(
    teamsSchema.meta({
      title: 'Teams',
      description: 'The teams of a platform: teams.yaml, which fluxspan synth reads',
    }),
    { io: 'input' },
  );
  return { $schema, ...rest };
};
