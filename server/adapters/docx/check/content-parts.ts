/** Matches parts that contain page text by their root element: main part, headers, footers and notes. */
export const isContent = /^[^]{0,2000}?<(?:[^\s<>/:"'=]+:)?(?:document|hdr|ftr|footnotes|endnotes)[\s>]/;
