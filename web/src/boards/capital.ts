/** Words of an action begin small; on a button they begin with a capital. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
