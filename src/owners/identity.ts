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
  /** The Flux of the cluster. */
  | { readonly is: 'flux' }
  /** A resource of a cloud, by Terraform's type and its name. */
  | { readonly is: 'cloud'; readonly type: string; readonly what: string; readonly name: string }
  | { readonly is: 'dns'; readonly type: string; readonly name: string };

/** Equal for what is the same thing. */
export const identityKey = (identity: Identity): string => {
  switch (identity.is) {
    case 'object':
      return JSON.stringify(['object', identity.group, identity.kind, identity.namespace, identity.name]);
    case 'release':
      return JSON.stringify(['release', identity.namespace, identity.name]);
    case 'flux':
      return '["flux"]';
    case 'cloud':
      return JSON.stringify(['cloud', identity.type, identity.name]);
    case 'dns':
      return JSON.stringify(['dns', identity.type, identity.name.toLowerCase().replace(/\.$/, '')]);
  }
};

/** In messages: `Deployment/web in shop`. */
export const identityTitle = (identity: Identity): string => {
  switch (identity.is) {
    case 'object':
      return `${identity.kind}/${identity.name}${identity.namespace === '' ? '' : ` in ${identity.namespace}`}`;
    case 'release':
      return `Helm release ${identity.name} in ${identity.namespace}`;
    case 'flux':
      return "the cluster's Flux";
    case 'cloud':
      return `${identity.what} "${identity.name}"`;
    case 'dns':
      return `DNS record ${identity.type} ${identity.name}`;
  }
};
