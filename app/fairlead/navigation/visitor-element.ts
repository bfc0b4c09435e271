export const VISITOR_ELEMENT = 'per-visitor'

/** The beginning of a part in a document. Its place follows: the name of the part and its props, as JSON. */
export const VISITOR_PART_START = `<${VISITOR_ELEMENT} data-part="`
