import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Diagnostic, diagnose, failure, type Result, success, suggest } from '../../diagnostics/index.js';
import { DEEPEST, isDeeperThan } from '../../json/is-deeper-than.js';
import { isObject } from '../../json/is-object.js';
import { printPath } from '../../json/json-path.js';
import { badOffer, otherOffer } from '../diagnostics.js';
import { OFFER_VERSION, type Offer } from './offer.js';

/** Made where an offer is read, which few apps do: to make the schemas takes zod some milliseconds. */
const offerForm = () => {
  const texts = z.array(z.string());
  const name = z.string().regex(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/);
  /** Of a file too, and of a folder. */
  const label = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
  const labels = z.record(z.string(), z.string());
  const json = z.record(z.string(), z.unknown());
  const leaf = z.union([z.string(), z.number(), z.boolean()]);
  const pattern = z.string();
  /** Of the part of JSON Schema that a var can have. */
  const varSchema = z.strictObject({
    type: z.enum(['string', 'number', 'integer', 'boolean']).optional(),
    description: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    pattern: pattern.optional(),
    allOf: z.array(z.strictObject({ pattern })).optional(),
    enum: z.array(leaf).optional(),
    examples: z.array(z.unknown()).optional(),
  });
  return z.strictObject({
    offer: z.literal(OFFER_VERSION),
    tenant: label,
    cluster: label,
    kubernetes: z.string(),
    flux: z.strictObject({
      version: z.string(),
      noCrossNamespaceRefs: z.boolean(),
      noRemoteBases: z.boolean(),
      defaultServiceAccount: z.string().optional(),
    }),
    source: z.strictObject({ kind: z.string(), name, path: z.string() }),
    keepsClaims: z.boolean(),
    account: z.strictObject({
      name,
      roles: z.array(
        z.strictObject({
          role: z.string().regex(/^(?:Cluster)?Role\/./),
          namespace: z.string().optional(),
          rules: z
            .array(
              z.strictObject({
                apiGroups: texts.optional(),
                resources: texts.optional(),
                resourceNames: texts.optional(),
                nonResourceURLs: texts.optional(),
                verbs: texts,
              }),
            )
            .optional(),
        }),
      ),
      unknown: texts,
      chartsAddRights: z.boolean(),
    }),
    namespaces: z
      .record(label, z.strictObject({ labels, quotas: z.record(name, labels), limits: z.record(name, z.array(json)) }))
      .refine((all) => Object.keys(all).length > 0),
    home: label.optional(),
    gateways: z.record(name, z.strictObject({ namespace: label, listeners: z.array(json).optional() })),
    stores: z.array(name),
    classes: z.record(z.string(), texts),
    policies: z.record(z.string().regex(/^ValidatingAdmissionPolicy(?:Binding)?\/./), json),
    apis: z.record(
      z.string(),
      z.strictObject({
        isComplete: z.boolean(),
        kinds: z.record(
          z.string(),
          z.strictObject({
            plural: z.string().optional(),
            scope: z.enum(['Cluster', 'Namespaced']),
            versions: z.record(z.string(), z.union([z.literal(true), json])),
          }),
        ),
      }),
    ),
    vars: z.strictObject({
      configMap: z.string(),
      vars: z.record(z.string().regex(/^[A-Za-z_]\w*$/), varSchema),
    }),
  });
};
const isHome = ({ home, namespaces }: z.infer<ReturnType<typeof offerForm>>): boolean =>
  home === undefined || Object.hasOwn(namespaces, home);

/** The hash of an offer, which shows that somebody has edited the file. */
export const hashOf = (offer: object): string =>
  `sha256:${createHash('sha256').update(JSON.stringify(offer)).digest('hex')}`;

/** The text of the file in which a tenant's repository keeps an offer. */
export const printOffer = (offer: Offer): string => `${JSON.stringify({ ...offer, hash: hashOf(offer) }, null, 2)}\n`;

const REPLACE = 'take the file from the platform again: it prints it with fluxspan publish';

/**
 * Reads what {@link printOffer} printed, as a value.
 *
 * @param file its path, as messages have it
 */
export const readOffer = (json: unknown, file: string): Result<Offer> => {
  const refuse = (message: string, fix = REPLACE, path?: string) =>
    failure(
      diagnose(badOffer, { message: `${file} ${message}`, at: { file, ...(path === undefined ? {} : { path }) }, fix }),
    );
  if (!isObject(json) || !('offer' in json)) return refuse("isn't a file of fluxspan publish");
  const { offer: version, hash, ...rest } = json;
  if (version !== OFFER_VERSION)
    return refuse(
      `has version ${JSON.stringify(version)} of its format, and this fluxspan reads version ${OFFER_VERSION}`,
      typeof version === 'number' && version > OFFER_VERSION
        ? 'update fluxspan in this repository: npm install fluxspan@latest'
        : REPLACE,
    );
  if (isDeeperThan(json, DEEPEST)) return refuse(`is nested deeper than the ${DEEPEST} levels that are read`);
  const offer = { offer: version, ...rest };
  // First of all: what somebody has edited may be anything.
  const isAsPrinted = hash === hashOf(offer);
  const parsed = offerForm().safeParse(offer);
  if (parsed.success && !isHome(parsed.data))
    return refuse('doesn\'t have the form of such a file at "home"', REPLACE, 'home');
  if (parsed.success && isAsPrinted) return success(parsed.data as Offer);
  const issue = parsed.success ? undefined : parsed.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const path = printPath([...(issue.path as (string | number)[]), key]);
    const fix = isAsPrinted
      ? 'update fluxspan in this repository: a newer one has written the file'
      : `take "${path}" out, or ${REPLACE}`;
    return refuse(`has an unknown key "${path}"`, fix, path);
  }
  if (issue !== undefined) {
    const path = printPath(issue.path as (string | number)[]);
    return refuse(`doesn't have the form of such a file at "${path}"`, REPLACE, path);
  }
  return refuse(
    typeof hash === 'string' ? "was edited: its hash doesn't match its content" : 'has no hash',
    `${REPLACE}. To change what it offers, change the platform's code`,
    'hash',
  );
};

/** The same from the text of the file. */
export const parseOffer = (text: string, file: string): Result<Offer> => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failure(diagnose(badOffer, { message: `${file} isn't JSON`, at: { file }, fix: REPLACE }));
  }
  return readOffer(json, file);
};

/** What is wrong where a file is of another tenant or cluster than the one that it takes the place of. */
export const otherThan = (
  { tenant, cluster }: Pick<Offer, 'tenant' | 'cluster'>,
  wanted: Pick<Offer, 'tenant' | 'cluster'>,
  file: string,
): Diagnostic | undefined => {
  if (tenant === wanted.tenant && cluster === wanted.cluster) return undefined;
  return diagnose(otherOffer, {
    message: `${file} is for tenant "${tenant}" in cluster "${cluster}", and tenant "${wanted.tenant}" in cluster "${wanted.cluster}" is expected there`,
    at: { file },
    fix:
      tenant === wanted.tenant
        ? `${suggest(cluster, [wanted.cluster])}; put the file of cluster "${wanted.cluster}" there`
        : `put the file of tenant "${wanted.tenant}" in cluster "${wanted.cluster}" there`,
  });
};
