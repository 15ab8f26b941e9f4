/** Text for XML and HTML, between tags and in attributes. */
export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
