import { type ApiObject, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { rememberConstructPlaces } from '../constructs/construct-place.js';
import { nameAfterId } from '../constructs/name-after-id.js';
import type { AddonInstance } from './addon.js';

/** The scope that an addon's `build` is given in a cluster. It names what others' constructs leave without a name. */
class AddonRoot extends Chart {
  readonly #addon: string;

  constructor(scope: Construct, id: string, { name, definition }: AddonInstance) {
    // Others' constructs ask for the namespace while they are made, to name and select across namespaces.
    super(scope, id, {
      disableResourceNameHashes: true,
      ...(definition.namespace === undefined ? {} : { namespace: definition.namespace }),
    });
    this.#addon = name;
    rememberConstructPlaces(this);
  }

  override generateObjectName(object: ApiObject): string {
    return nameAfterId(object, this, this.#addon) ?? super.generateObjectName(object);
  }
}

export const newAddonRoot = (scope: Construct, id: string, instance: AddonInstance): Chart =>
  new AddonRoot(scope, id, instance);
