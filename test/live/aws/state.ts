/** What is read here of https://developer.hashicorp.com/terraform/internals/json-format#values-representation. */
interface StateModule {
  readonly resources?: readonly StateResource[];
  readonly child_modules?: readonly StateModule[];
}

export interface StateResource {
  readonly address: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly name: string;
  readonly index?: string | number;
  // biome-ignore lint/suspicious/noExplicitAny: the attributes of a resource are its provider's; a test names those that it expects
  readonly values: any;
}

const resourcesIn = (module: StateModule): readonly StateResource[] => [
  ...(module.resources ?? []),
  ...(module.child_modules ?? []).flatMap(resourcesIn),
];

/** Resources of a state, or those that a plan will have, by their type. */
export interface Resources {
  readonly all: readonly StateResource[];
  of(type: string): readonly StateResource[];
  /** The only one of a type, or the one with a name. */
  one(type: string, name?: string): StateResource;
}

/** @param json what `terraform show -json` prints of a plan or a state */
export const readResources = (json: string): Resources => {
  const { planned_values, values } = JSON.parse(json) as {
    planned_values?: { root_module: StateModule };
    values?: { root_module: StateModule };
  };
  const all = resourcesIn((planned_values ?? values ?? { root_module: {} }).root_module);
  const of = (type: string) => all.filter((one) => one.mode === 'managed' && one.type === type);
  return {
    all,
    of,
    one(type, name) {
      const [found, ...more] = of(type).filter((one) => name === undefined || one.name === name || one.index === name);
      if (found === undefined || more.length > 0)
        throw new Error(`${more.length === 0 ? 'no' : 'more than one'} ${type} ${name ?? ''}`);
      return found;
    },
  };
};

/** The ids of the zones that the one lookup of zones has found, as a plan shows it. */
export const zoneIds = (json: string): readonly string[] => {
  const { prior_state } = JSON.parse(json) as { prior_state: { values: { root_module: StateModule } } };
  const [zones] = resourcesIn(prior_state.values.root_module).filter(({ type }) => type === 'aws_availability_zones');
  return (zones?.values.zone_ids ?? []) as readonly string[];
};
