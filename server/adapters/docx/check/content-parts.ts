/** Matches parts with page text (main part, headers, footers, notes) by their root element. */
export const isContent = /^[^]{0,2000}?<(?:[^\s<>/:"'=]+:)?(?:document|hdr|ftr|footnotes|endnotes)[\s>]/;
