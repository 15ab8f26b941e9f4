import type { z } from 'zod';
import type { OfState } from './from-state.js';

type Schema = z.core.$ZodType;

/** The clouds that write secrets of their own, by the names of Flux's and other projects' `provider`. */
export const clouds = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud' } as const;
/** A cloud that writes secrets of its own: Terraform then gives their names, not their properties. */
export type Cloud = keyof typeof clouds;

/** One secret in the platform's secret manager: a JSON object whose properties ExternalSecrets read. */
export interface RemoteSecret<
  Key extends string = string,
  Properties extends Readonly<Record<string, Schema>> = Readonly<Record<string, Schema>>,
  Managed extends Cloud | undefined = Cloud | undefined,
> {
  /** The var that holds its name or ARN. */
  readonly key: Key;
  /** By name: strings, enums and literals. */
  readonly properties: Properties;
  /** The cloud, where it writes the secret itself; undefined where Terraform does. */
  readonly managedBy: Managed;
  /** The Terraform state that writes it. @default - the main one */
  readonly from?: string;
}

/**
 * Declares a remote secret. `key` is the var that holds its name or ARN. `managedBy: 'aws'`, `'azure'` or `'gcp'`
 * says that the cloud writes it (an RDS master secret): its var is asked of Terraform, its properties are not. `from`
 * names the Terraform state that writes it, where that isn't the main one.
 *
 * @example remoteSecret({ key: 'TF_SHOP_SECRET_ARN', properties: { password: z.string() } })
 */
export const remoteSecret = <
  const Key extends string,
  Properties extends Readonly<Record<string, Schema>>,
  const Managed extends Cloud | undefined = undefined,
  const State extends string = never,
>(secret: {
  readonly key: Key;
  readonly properties: Properties;
  readonly managedBy?: Managed;
  readonly from?: State;
}): RemoteSecret<Key, Properties, Managed> & OfState<State> => {
  const declared: RemoteSecret<Key, Properties, Managed> = {
    key: secret.key,
    properties: secret.properties,
    managedBy: secret.managedBy as Managed,
    ...(secret.from === undefined ? {} : { from: secret.from }),
  };
  return declared as RemoteSecret<Key, Properties, Managed> & OfState<State>;
};

/** `remoteRef` of an ExternalSecret's `data`: https://external-secrets.io/latest/api/externalsecret/ */
export interface RemoteRef {
  readonly key: string;
  readonly property: string;
}

/** An entry of an ExternalSecret's `dataFrom` that takes all properties. */
export interface ExtractRef {
  readonly extract: { readonly key: string };
}

/** What `build` gets of a remote secret. */
export interface SecretHandle<Property extends string> {
  /** One property, for `data[].remoteRef` of an ExternalSecret. */
  property(name: Property): RemoteRef;
  /** All properties, for `dataFrom[]` of an ExternalSecret. */
  extract(): ExtractRef;
}

/** `reads` hears of each property that is asked for. */
export const secretHandle = (key: string, reads: (property: string) => void = () => {}): SecretHandle<string> => ({
  property: (property) => {
    reads(property);
    return { key, property };
  },
  extract: () => ({ extract: { key } }),
});
