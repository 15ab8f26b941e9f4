import type { NamespacedProps } from './object-props.js';

/** The props that say the object's identity, apart from those that are its spec. */
export const splitProps = <P extends NamespacedProps>(
  props: P,
): { object: NamespacedProps; spec: Omit<P, keyof NamespacedProps> } => {
  const { name, namespace, labels, annotations, extra, ...spec } = props;
  return {
    object: {
      ...(name === undefined ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(extra === undefined ? {} : { extra }),
    },
    spec,
  };
};
