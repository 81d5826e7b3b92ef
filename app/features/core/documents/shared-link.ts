/** Place of the link in a text that the server writes in the customer's language before the link is known. */
export const LINK_PLACE = "{link}";
