/** What two tools can both manage. */
export type Identity =
  | {
      readonly is: 'object';
      readonly group: string;
      readonly kind: string;
      /** Empty for an object of the cluster. */
      readonly namespace: string;
      readonly name: string;
    }
  /** A Helm release, by the namespace of its record. */
  | { readonly is: 'release'; readonly namespace: string; readonly name: string }
  /** What a release installs, by the namespace that it installs into: Helm writes both on each object. */
  | { readonly is: 'installed'; readonly namespace: string; readonly name: string }
  /** The Flux of the cluster. */
  | { readonly is: 'flux' }
  /** A resource of a cloud, by Terraform's type and its name. */
  | { readonly is: 'cloud'; readonly type: string; readonly what: string; readonly name: string }
  /** A DNS record by its whole name, or by its zone's id and what stands there. */
  | { readonly is: 'dns'; readonly type: string; readonly name: string; readonly zone?: string };

/** Equal for what is the same thing. */
export const identityKey = (identity: Identity): string => {
  switch (identity.is) {
    case 'object':
      return JSON.stringify(['object', identity.group, identity.kind, identity.namespace, identity.name]);
    case 'release':
      return JSON.stringify(['release', identity.namespace, identity.name]);
    case 'installed':
      return JSON.stringify(['installed', identity.namespace, identity.name]);
    case 'flux':
      return '["flux"]';
    case 'cloud':
      return JSON.stringify(['cloud', identity.type, identity.name]);
    case 'dns':
      return JSON.stringify(['dns', identity.type, identity.name.toLowerCase().replace(/\.$/, ''), identity.zone]);
  }
};

/** In messages: `Deployment/web in shop`. */
export const identityTitle = (identity: Identity): string => {
  switch (identity.is) {
    case 'object':
      return `${identity.kind}/${identity.name}${identity.namespace === '' ? '' : ` in ${identity.namespace}`}`;
    case 'release':
    case 'installed':
      return `Helm release ${identity.name} in ${identity.namespace}`;
    case 'flux':
      return "the cluster's Flux";
    case 'cloud':
      return `${identity.what} "${identity.name}"`;
    case 'dns':
      return `DNS record ${identity.type} ${identity.name}${identity.zone === undefined ? '' : ` in zone ${identity.zone}`}`;
  }
};
